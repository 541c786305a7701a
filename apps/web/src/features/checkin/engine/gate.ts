import type { bundleRoutes, GateBundle } from '@shiloh/contract/checkin/bundle'
import type { GateParticipant } from '@shiloh/contract/checkin/checkin'
import type { gateDeviceRoutes } from '@shiloh/contract/checkin/devices'
import type { Direction, ScanResult } from '@shiloh/contract/checkin/scans'
import type { DataOf, QueryIn } from '@shiloh/contract/core'
import type { CopyState, Facts, GateStore, OwnDevice } from './db.ts'
import type { SyncAnswer, SyncBody } from './queue.ts'
import type { KeptScan } from './scans.ts'

/** What the gate needs from outside, what somebody asks of it, and what it shows. */

/** The server as the gate knows it. */
export interface GateServer {
  readonly register: (name: string) => Promise<DataOf<typeof gateDeviceRoutes.registerDevice>>
  readonly sync: (body: SyncBody) => Promise<SyncAnswer>
  readonly bundle: (query: QueryIn<typeof bundleRoutes.readBundle>) => Promise<GateBundle>
}

export interface GateDeps {
  readonly store: GateStore
  readonly server: GateServer
  readonly userId: string
  readonly now: () => number
  readonly after: (ms: number, work: () => void) => () => void
  readonly isOnline: () => boolean
  /** Per cent. Null: the browser does not say. */
  readonly battery: () => number | null
  readonly newId: () => string
  /** One page or worker at a time. */
  readonly exclusively: (work: () => Promise<void>) => Promise<void>
  /** Scans wait, or do not any more: the worker and other tabs can act. */
  readonly onQueue: (waiting: number) => void
}

/** Whom a scan is about. */
export type ScanTarget =
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'person'; readonly participantId: string; readonly name: string }

export interface GateAnswer {
  readonly result: ScanResult
  readonly reservation: GateParticipant | null
}

/** What the gate shows after a scan. */
export interface Entered {
  readonly scans: readonly KeptScan[]
  /** Empty: this phone cannot decide, and the server has not answered. */
  readonly answers: readonly GateAnswer[]
  /** The age of the copy with which this phone decided. Null: the server decided. */
  readonly copyAt: string | null
  readonly isCopyOld: boolean
}

export interface GateState {
  /** Null: this browser is not registered yet. */
  readonly device: OwnDevice | null
  /** Newest first. */
  readonly scans: readonly KeptScan[]
  readonly waiting: number
  /** When the server was lost. Null: it can be reached. Milliseconds. */
  readonly lostAt: number | null
  readonly copy: CopyState | null
  /** Persons on this phone. */
  readonly size: number
  readonly canSearch: boolean
  readonly isRevoked: boolean
  /** The phone's clock is this much behind. Null: unknown. Milliseconds. */
  readonly offset: number | null
  readonly events: Facts['events']
  readonly shift: Facts['shift']
  readonly rehearsedAt: number | null
  /** The rehearsal has switched the network off. */
  readonly isCut: boolean
}

export interface EnterRequest {
  readonly targets: readonly ScanTarget[]
  readonly direction: Direction
  readonly eventId: string
  readonly pointId: string
}
