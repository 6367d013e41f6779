"""Mutants no test could ever notice, each with the reason."""

FORGOTTEN = "what was looked at is forgotten sooner or later, and looked at anew"
ZERO = "the phase is 0, which is what a blank position holds already"
BEGUN = "nobody asks before the match has begun, which says it"
ROUGHLY = "a little more or less is no less right"

EQUIVALENT: dict[str, str] = {
    "core/match/match.py LOOKS: 8 -> 9": FORGOTTEN,
    "core/match/match.py LATEST: 16 -> 17": "what is not kept is played again",
    "core/match/match.py Match._after: known < n -> known <= n": "a copy is as good to read",
    "core/match/match.py Match.legal: 0 -> -1 #2": (
        "only as many are read as `legal` of the rules says"
    ),
    "core/match/match.py Match._look: len(self._looks) >= LOOKS -> len(self._looks) > LOOKS": (
        FORGOTTEN
    ),
    "games/mistkaefer/rules.py TAKEN_OUT: 0 -> -1": "nobody plays at a table without seats",
    "games/mistkaefer/rules.py deal_counted: 1 -> 2 #2": (
        "one more than there are can be taken in no way, which is what is counted for it"
    ),
    "games/mistkaefer/rules.py highest_rolled: highest = 0 -> pass": "at least one die was rolled",
    "games/mistkaefer/rules.py resample: deal_others(s, seat, rng) -> False": (
        "of all deals that are counted then each is as likely too; it only takes longer"
    ),
    "games/mistkaefer/rules.py setup: s.phase = CHOOSE -> pass": ZERO,
    "games/so_ein_mist/rules.py ACTIONS: 2 -> 3": (
        "room for one more action than there is; only as many are read as `legal` says"
    ),
    "games/so_ein_mist/rules.py returns: winners = 0 -> pass": (
        "the first seat beats minus infinity, which sets the winners to 0 before anybody counts"
    ),
    "games/so_ein_mist/rules.py setup: s.phase = ANIMAL -> pass": ZERO,
    "table/coach.py TableCoach.__init__: 0 -> 1": "a table that changed once has no match yet",
    "table/thinking/pools.py Pools.__init__: 1 -> 2": "every machine knows how many cores it has",
    "table/storage/peers.py Notifications.stop:"
    " await asyncio.gather(self._task, return_exceptions=True) -> pass": (
        "the task is cancelled either way, and ends a moment later"
    ),
    "table/storage/database.py set_up_sqlite: cursor.close() -> pass": (
        "it is closed when it is forgotten"
    ),
    "table/model/context.py Context.may_roll: return False -> return None": (
        "it is only asked whether it is so"
    ),
    "table/driver.py Driver._is_due: 0 -> -1": "-1 is chance, of which it was asked before",
    "table/table.py Table._do: 0 -> 1": "the version of a table that was laid is 1",
    "table/model/state.py TableState.__init__: self.drawn = False -> pass": BEGUN,
    "table/model/state.py TableState.__init__: 0 -> 1": BEGUN,
    "table/thinking/preparation.py AT_ONCE: 2 -> 1": ROUGHLY,
    "table/thinking/preparation.py AT_ONCE: 2 -> 3": ROUGHLY,
    "table/thinking/preparation.py ROOM: 200 -> 201": ROUGHLY,
    "table/viewers.py CROWD: 100 -> 99": ROUGHLY,
    "table/viewers.py ASKS_S: 75 -> 74": ROUGHLY,
    "table/storage/peers.py MOST_WAITING: 100 -> 99": ROUGHLY,
    "table/thinking/reviews.py REVIEWS_KEPT: 50 -> 49": ROUGHLY,
    "table/storage/database.py prepare_file: 1000 -> 1001": ROUGHLY,
    "table/views/encoding.py encode_cached: len(_cached) >= MOST -> len(_cached) > MOST": ROUGHLY,
    "table/views/delta.py NOWHERE:: 1 -> 0": "of what lay nowhere no place is asked",
    "table/model/state.py TableState.held_by: self._held is None -> True": (
        "who holds which seat is only found anew each time"
    ),
    "table/model/state.py TableState.due_outcome: self.match -> True": BEGUN,
    "table/storage/sql.py SqlStore.is_shared: return self.database.is_server -> return None": (
        "it is only asked whether it is so; that of PostgreSQL is judged by other tests"
    ),
    "table/table.py Table._write: decision.after.looks_on_from(self.state.playable) -> pass": (
        FORGOTTEN
    ),
    "table/table.py Table.__init__: self._driver.set_deadline() -> pass": (
        "a table that was loaded follows the store at once, which sets it too"
    ),
}
