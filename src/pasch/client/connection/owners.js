// Whose seats are this viewer's own.

/** @typedef {messages.SeatInfo & { mine: boolean }} Seat */
/** @typedef {Omit<messages.TableInfo, "seats"> & { seats: Seat[] }} Info */

/** @param {messages.TableInfo} info @param {messages.ViewerSeats} own @returns {Info} */
export function withOwners(info, own) {
  return { ...info, seats: info.seats.map((seat, n) => ({ ...seat, mine: own.seats.includes(n) })) };
}
