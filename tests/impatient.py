"""The web server's worker with no patience at all, for tests that wait for the end of it."""

from casino.web.worker import WholeRequests


class Impatient(WholeRequests):
    """Cuts whoever is slow within a second, and takes few connections."""

    HEAD_SECONDS = BODY_SECONDS = 1
    BYTES_A_SECOND = 10**9

    def init_process(self) -> None:
        self.worker_connections = 20
        super().init_process()
