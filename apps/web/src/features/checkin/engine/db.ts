import type { GateBundle } from '@shiloh/contract/checkin/bundle'
import { packPeople, readPeople } from '@shiloh/contract/checkin/bundle-people'
import type { checkinRoutes } from '@shiloh/contract/checkin/checkin'
import type { gateDeviceRoutes } from '@shiloh/contract/checkin/devices'
import type { DataOf } from '@shiloh/contract/core'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { base64Of, bytesOf } from './base64.ts'
import type { KeptScan } from './scans.ts'

/**
 * What the gate keeps on the phone: scans in plain, since this phone has seen these people; everybody else sealed, as the
 * server sent them.
 */
const NAME = 'shiloh-gate'
/** A newer app raises it. Browsers then refuse to open the store for an older one, which could overwrite newer rows. */
const VERSION = 4

/** A device as the server registered it. */
export interface OwnDevice {
  readonly _id: string
  readonly name: string
  /** The account that registered it. */
  readonly user_id: string
  /** Delivers its scans for another account too. Absent: registered by an older app, until its next contact. */
  readonly key?: string
}

/** When a shift began and when it ends, as ISO instants. */
export type Shift = DataOf<typeof gateDeviceRoutes.syncScans>['shift']

/** Small facts about this phone. */
export interface Facts {
  readonly devices: readonly OwnDevice[]
  /** Milliseconds by which the phone's clock is behind the server's. */
  readonly offset: number | null
  readonly events: DataOf<typeof checkinRoutes.listGateEvents>
  /** The shift of the account that is signed in, by the server's clock. Null: unknown. */
  readonly shift: Shift | null
  /** When the server was lost, by the phone's clock in milliseconds. Null: it could be reached at the last contact. */
  readonly lostAt: number | null
  /** When somebody rehearsed here, in milliseconds. */
  readonly rehearsedAt: number | null
  /** Lets the worker send the queue after the app was closed. Only while scans wait. */
  readonly token: string | null
}
const NOTHING: Facts = {
  devices: [],
  offset: null,
  events: [],
  shift: null,
  lostAt: null,
  rehearsedAt: null,
  token: null,
}

/** What a copy says about its event, and how fresh it is. */
export type CopyState = Pick<GateBundle, 'event' | 'points' | 'public_keys' | 'at' | 'cursor' | 'total'>

/** People with the words and the nonce of their records. */
type CopyPart = Pick<GateBundle, 'words' | 'nonce' | 'people'>

/** A part of a copy: sealed as the server sent it. */
export interface CopyPiece {
  readonly event_id: string
  readonly parts: readonly CopyPart[]
  readonly indexes: readonly string[]
}

/** The server has the scan, or somebody has looked at why it was refused. */
const isDelivered = ({ waits, notice }: KeptScan): boolean => waits === undefined && notice?.kind !== 'refused'

/** A copy that came in more pieces is written as one. Reading many small rows would slow the start. */
const MOST_PIECES = 64

/** Returns several pieces as one, in which later groups replace earlier ones. */
const merge = (event_id: string, pieces: readonly CopyPiece[]): CopyPiece => {
  const parts = pieces
    .flatMap((piece) => piece.parts)
    .map((part) => ({ part, groups: readPeople(bytesOf(part.people)) }))
  const latest = new Map(parts.flatMap(({ part, groups }) => groups.map(({ group }) => [group, part] as const)))
  return {
    event_id,
    parts: parts
      .map(({ part, groups }) => ({
        ...part,
        people: base64Of(
          packPeople(groups.filter(({ group, records }) => latest.get(group) === part && records.length > 0)),
        ),
      }))
      .filter(({ people }) => people !== ''),
    indexes: pieces.flatMap(({ indexes }) => indexes),
  }
}

interface GateSchema extends DBSchema {
  scans: { key: string; value: KeptScan; indexes: { waits: number; event: string } }
  pieces: { key: number; value: CopyPiece; indexes: { event: string } }
  copies: { key: string; value: CopyState }
  facts: { key: string; value: Facts }
}

/** A newer app has been here: this one must not write. */
export class NewerStoreError extends Error {}

/** A sign that other tabs and the worker give each other: the queue has changed. */
export const QUEUE_CHANNEL = 'shiloh-gate-queue'
/** Only one page or worker sends the queue at a time. */
export const QUEUE_LOCK = 'shiloh-gate-queue'

const isNewer = (error: unknown): boolean => error instanceof DOMException && error.name === 'VersionError'

export interface GateStore {
  readonly scans: () => Promise<readonly KeptScan[]>
  readonly waiting: () => Promise<readonly KeptScan[]>
  readonly countWaiting: () => Promise<number>
  /** Stores scans before anything is shown of them. */
  readonly keep: (scans: readonly KeptScan[]) => Promise<void>
  /** Changes scans in one transaction, and returns those that there are. */
  readonly change: (ids: readonly string[], by: (scan: KeptScan) => KeptScan) => Promise<readonly KeptScan[]>
  readonly drop: (ids: readonly string[]) => Promise<void>
  readonly facts: () => Promise<Facts>
  readonly setFacts: (facts: Partial<Facts>) => Promise<void>
  readonly copy: (eventId: string) => Promise<CopyState | undefined>
  readonly pieces: (eventId: string) => Promise<readonly CopyPiece[]>
  /** Adds a piece to the copy of its event, or replaces the copy. */
  readonly addPiece: (piece: CopyPiece, state: CopyState, isFull: boolean) => Promise<void>
  /** Removes copies whose event is over, and the scans of these events that the server has. */
  readonly forget: (isOver: (copy: CopyState) => boolean) => Promise<void>
  /** Removes everything that can be read about people, but no scan that the server does not have. */
  readonly wipe: () => Promise<void>
  readonly close: () => void
}

/**
 * Opens the store.
 * @param onNewer called when a newer app needs the store: nothing can be written any more
 * @throws NewerStoreError if a newer app has been here
 */
export const openStore = async (onNewer: () => void): Promise<GateStore> => {
  let db: IDBPDatabase<GateSchema>
  try {
    db = await openDB<GateSchema>(NAME, VERSION, {
      upgrade(made, before, _, tx) {
        if (before >= 1) {
          // Scans are read as they are: an app of the first version, which knows no undone ones, must not settle them.
          // Copies had another layout, and are asked for again.
          void tx.objectStore('pieces').clear()
          void tx.objectStore('copies').clear()
          return
        }
        const scans = made.createObjectStore('scans', { keyPath: 'scan_id' })
        scans.createIndex('waits', 'waits')
        scans.createIndex('event', 'event_id')
        made.createObjectStore('pieces', { autoIncrement: true }).createIndex('event', 'event_id')
        made.createObjectStore('copies', { keyPath: 'event._id' })
        made.createObjectStore('facts')
      },
      blocking() {
        db.close()
        onNewer()
      },
    })
  } catch (error) {
    throw isNewer(error) ? new NewerStoreError() : error
  }
  const readFacts = async (): Promise<Facts> => {
    const facts = { ...NOTHING, ...(await db.get('facts', 'own')) }
    // An older app stored events without the people at their points.
    return { ...facts, events: facts.events.map((event) => ({ ...event, points: event.points ?? [] })) }
  }
  const clearCopy = async (eventId: string) => {
    const tx = db.transaction(['pieces', 'copies'], 'readwrite')
    for (const key of await tx.objectStore('pieces').index('event').getAllKeys(eventId))
      void tx.objectStore('pieces').delete(key)
    void tx.objectStore('copies').delete(eventId)
    await tx.done
  }
  return {
    scans: () => db.getAll('scans'),
    waiting: () => db.getAllFromIndex('scans', 'waits', 1),
    countWaiting: () => db.countFromIndex('scans', 'waits', 1),
    async keep(scans) {
      // Strict: the answer is shown only after the phone has written the scan to its disk.
      const tx = db.transaction('scans', 'readwrite', { durability: 'strict' })
      await Promise.all([...scans.map((scan) => tx.store.put(scan)), tx.done])
    },
    async change(ids, by) {
      const tx = db.transaction('scans', 'readwrite', { durability: 'strict' })
      const changed: KeptScan[] = []
      for (const id of ids) {
        const before = await tx.store.get(id)
        if (!before) continue
        const after = by(before)
        if (after !== before) void tx.store.put(after)
        changed.push(after)
      }
      await tx.done
      return changed
    },
    async drop(ids) {
      const tx = db.transaction('scans', 'readwrite')
      for (const id of ids) void tx.store.delete(id)
      await tx.done
    },
    facts: readFacts,
    async setFacts(facts) {
      const tx = db.transaction('facts', 'readwrite')
      await tx.store.put({ ...NOTHING, ...(await tx.store.get('own')), ...facts }, 'own')
      await tx.done
    },
    copy: (eventId) => db.get('copies', eventId),
    pieces: (eventId) => db.getAllFromIndex('pieces', 'event', eventId),
    async addPiece(piece, state, isFull) {
      const tx = db.transaction(['pieces', 'copies'], 'readwrite')
      const pieces = tx.objectStore('pieces')
      const keys = await pieces.index('event').getAllKeys(piece.event_id)
      const isMany = keys.length >= MOST_PIECES
      const before = isMany && !isFull ? await pieces.index('event').getAll(piece.event_id) : []
      if (isFull || isMany) for (const key of keys) void pieces.delete(key)
      if (isMany) void pieces.put(merge(piece.event_id, [...before, piece]))
      else if (isFull || piece.indexes.length > 0 || piece.parts.some(({ people }) => people !== ''))
        void pieces.put(piece)
      void tx.objectStore('copies').put(state)
      await tx.done
    },
    async forget(isOver) {
      for (const copy of (await db.getAll('copies')).filter(isOver)) {
        await clearCopy(copy.event._id)
        const tx = db.transaction('scans', 'readwrite')
        for (const scan of await tx.store.index('event').getAll(copy.event._id))
          if (isDelivered(scan)) void tx.store.delete(scan.scan_id)
        await tx.done
      }
    },
    async wipe() {
      const tx = db.transaction(['pieces', 'copies', 'scans', 'facts'], 'readwrite')
      void tx.objectStore('pieces').clear()
      void tx.objectStore('copies').clear()
      for (const scan of await tx.objectStore('scans').getAll())
        if (isDelivered(scan)) void tx.objectStore('scans').delete(scan.scan_id)
      const facts = { ...NOTHING, ...(await tx.objectStore('facts').get('own')) }
      void tx.objectStore('facts').put({ ...facts, events: [], shift: null, token: null }, 'own')
      await tx.done
    },
    close: () => db.close(),
  }
}
