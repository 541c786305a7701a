import { Socket } from 'node:net'
import type pg from 'pg'

/**
 * The socket of a pipelined connection: everything written during one turn of the event loop is sent in one system
 * call.
 *
 * A pipelined connection sends a statement without waiting for the previous answer. The driver corks its socket for
 * each statement and uncorks it after that statement's messages, so a reservation that sends six statements together
 * would still make six writes, and wake PostgreSQL six times. This socket holds its own cork until the turn ends.
 * Statements that are sent together therefore arrive together, and PostgreSQL's answers also come back in few packets.
 *
 * Nothing waits longer than the current turn: the release is queued with `process.nextTick`, before any I/O.
 */
class TogetherSocket extends Socket {
  #held = false

  override cork(): void {
    super.cork()
    if (this.#held) return
    this.#held = true
    // A second cork, which the driver's uncork() does not remove.
    super.cork()
    process.nextTick(() => {
      this.#held = false
      super.uncork()
    })
  }
}

/**
 * Options of a pool whose connections send statements without waiting for the previous one. They suit transactions of
 * short statements with known plans (docs/adr/0009-books-under-load.md), and cannot stream rows.
 */
export const pipelined: pg.PoolConfig = { pipeline: true, stream: () => new TogetherSocket() }
