-- A night is computed with the rules of its day, for ever: an adoption never changes, except that
-- the open end of its period is set by its successor, and neither reaches into a day that was played.

CREATE FUNCTION house_check_adoption() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    played date;  -- the last gaming day on which something is booked
    changes date;  -- the first day whose rules are others than before
BEGIN
    IF TG_OP = 'UPDATE' AND (
        to_jsonb(NEW) - 'period' IS DISTINCT FROM to_jsonb(OLD) - 'period'
        OR lower(NEW.period) IS DISTINCT FROM lower(OLD.period) OR NOT upper_inf(OLD.period)
    ) THEN
        RAISE EXCEPTION 'an adoption is never changed'
            USING ERRCODE = '23514', CONSTRAINT = 'house_adoption_stands';
    END IF;
    SELECT max(day) INTO played FROM ledger_day WHERE club_id = NEW.club_id;
    changes := CASE TG_OP WHEN 'INSERT' THEN lower(NEW.period) ELSE upper(NEW.period) END;
    IF changes <= played THEN
        RAISE EXCEPTION 'the rules of % stand: something is booked on %', changes, played
            USING ERRCODE = '23514', CONSTRAINT = 'house_day_has_its_rules';
    END IF;
    IF TG_OP = 'INSERT' AND NEW.proposal_id IS NULL
        AND EXISTS (SELECT FROM house_adoption WHERE club_id = NEW.club_id)
    THEN
        RAISE EXCEPTION 'only the first book of a club is adopted without a proposal'
            USING ERRCODE = '23514', CONSTRAINT = 'house_adopted_by_two';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER stands BEFORE INSERT OR UPDATE ON house_adoption
    FOR EACH ROW EXECUTE FUNCTION house_check_adoption();

CREATE FUNCTION house_keep_adoption() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'an adoption is never removed'
        USING ERRCODE = '23514', CONSTRAINT = 'house_adoption_stands';
END $$;
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON house_adoption
    FOR EACH STATEMENT EXECUTE FUNCTION house_keep_adoption();
