"""What the API's document says of messages: the body of each event, as OpenAPI 3.1 has it."""

from typing import Any

ID = {"type": "integer", "format": "int64", "minimum": 1}
DAY = {"type": "string", "format": "date", "description": "The gaming day."}
CENTS = {"type": "integer", "description": "In cents."}
NAME = {"type": "string"}
LEVEL = {
    "type": "object",
    "properties": {"jackpot": NAME, "cents": CENTS},
    "required": ["jackpot", "cents"],
}
AWARD = {
    "jackpot": {**NAME, "description": "Its name."},
    "claim": {**ID, "description": "The number in `claims/{claim_id}/`."},
    "award": {**ID, "description": "The same in `jackpot.hit` and `jackpot.taken_back`."},
    "day": DAY,
    "cents": CENTS,
}
# What `data` holds of each event.
DATA: dict[str, dict[str, Any]] = {
    "day.closed": {
        "day": DAY,
        "levels": {"type": "array", "items": LEVEL, "description": "What each jackpot stands at."},
    },
    "day.reopened": {"day": DAY},
    "jackpot.hit": AWARD,
    "jackpot.taken_back": AWARD,
    "tournament.finished": {"tournament": ID, "name": NAME, "day": DAY},
}
HEADERS = {
    "webhook-id": "The same at every try: take a message once.",
    "webhook-timestamp": "When this try was signed, in seconds since 1970.",
    "webhook-signature": '"v1," and the HMAC SHA-256, in base64, of id, timestamp and body with '
    "dots between them.",
}


def told(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Return the document with the messages that a webhook's address is sent."""
    return result | {"webhooks": {event: {"post": _operation(event)} for event in DATA}}


def _operation(event: str) -> dict[str, Any]:
    body = {
        "type": "object",
        "properties": {
            "id": {"type": "string", "description": "As in webhook-id."},
            "type": {"type": "string", "const": event},
            "timestamp": {"type": "string", "format": "date-time"},
            "club": {"type": "string", "description": "The short name of the club."},
            "data": _whole(DATA[event]),
        },
        "required": ["id", "type", "timestamp", "club", "data"],
    }
    return {
        "operationId": f"told_{event.replace('.', '_')}",
        "summary": f"What is sent at {event}",
        "parameters": [
            {
                "name": name,
                "in": "header",
                "required": True,
                "description": said,
                "schema": {"type": "string"},
            }
            for name, said in HEADERS.items()
        ],
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": {"2XX": {"description": "Heard; after any other answer it is sent again."}},
    }


def _whole(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": [*properties]}
