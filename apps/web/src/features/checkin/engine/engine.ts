import { isCopyOver, isOldCopy, LAYOUT } from '@shiloh/contract/checkin/bundle'
import { type GateParticipant, readScannedCode } from '@shiloh/contract/checkin/checkin'
import type { SyncedScan } from '@shiloh/contract/checkin/devices'
import type { Direction } from '@shiloh/contract/checkin/scans'
import { ApiError } from '#platform/client'
import { type CopiedPerson, createCopy } from './copy.ts'
import type { Facts, OwnDevice } from './db.ts'
import { type Decided, decide, type Known, shownOf } from './decide.ts'
import type { Entered, EnterRequest, GateAnswer, GateDeps, GateState, ScanTarget } from './gate.ts'
import { knowsNobody, labelOf, told } from './own-decision.ts'
import { deliver, type SyncAnswer } from './queue.ts'
import { canUndo, isOpen, type KeptScan, keepOpen, look, undo } from './scans.ts'

/** Longest wait of the screen for the server. Then the device decides. Milliseconds. */
const PATIENCE_MS = 300
/** How much longer the screen waits if this phone does not know whose code it is. Milliseconds. */
const MORE_PATIENCE_MS = 2500
/** No screen waits for the answer to an older question. Milliseconds. */
const LONGEST_QUESTION_MS = 3000
/** Milliseconds between contacts if nothing else causes one. */
const BETWEEN_CONTACTS_MS = 30_000
/** Between a scan without a server and the next try. Milliseconds. */
const AFTER_SCAN_MS = 1000
/** The first wait after a failure. It doubles up to the time between contacts. */
const FIRST_WAIT_MS = 1000
/** A phone that was put away for so long has not been without a network for all of it. Milliseconds. */
const LONGEST_LOST_MS = 12 * 3_600_000
/** After this time a rehearsal starts again from the beginning. Milliseconds. */
const LONGEST_REHEARSAL_MS = 3_600_000
/** New names of rooms and caterers come only with everything: a copy of last night is fetched again. */
const STALE_COPY_MS = 6 * 3_600_000
/** A copy that differs in number from the server's is fetched again, at most this often. */
const BETWEEN_FULL_MS = 300_000

/** The server did not answer, or something in front of it did. */
const isUnreachable = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.status === 0 ||
  error.status === 429 ||
  error.status >= 500 ||
  error.code === 'unreadable_answer'

export type GateEngine = Awaited<ReturnType<typeof openEngine>>

/** Opens the gate of one account on this phone: its queue, its copy of an event, and its contacts with the server. */
export const openEngine = async (deps: GateDeps) => {
  const { store, server, now } = deps
  const facts = await store.facts()
  const kept = new Map<string, KeptScan>()
  const listeners = new Set<() => void>()
  /** Scans for whose answer the screen waits. */
  const asked = new Map<string, (answer: SyncedScan) => void>()
  let copy = createCopy()
  let eventId: string | undefined
  let searchKey: string | null = null
  let fullAt = Number.NEGATIVE_INFINITY
  let namesAt = Number.NEGATIVE_INFINITY
  let failures = 0
  let cancelNext = () => {}
  let isClosed = false
  /** A reload does not bring the network back: since when it is gone is known from before. */
  let lostBefore = facts.lostAt !== null && now() - facts.lostAt < LONGEST_LOST_MS ? facts.lostAt : null
  let state: GateState = {
    device: facts.devices.find(({ user_id }) => user_id === deps.userId) ?? null,
    scans: [],
    waiting: 0,
    lostAt: deps.isOnline() ? null : (lostBefore ?? now()),
    copy: null,
    size: 0,
    canSearch: false,
    isRevoked: false,
    offset: facts.offset,
    events: facts.events,
    shift: facts.shift,
    rehearsedAt: facts.rehearsedAt,
    isCut: false,
  }

  const set = (next: Partial<GateState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const showCopy = () => set({ copy: copy.about() ?? null, size: copy.size(), canSearch: copy.canSearch() })
  /** Milliseconds by which this phone's clock was set back since the last contact, as far as its scans tell. */
  let setBack = 0
  const serverNow = () => now() + (state.offset ?? 0) + setBack
  /** Does work for which nobody waits. It may find the store closed: somebody has signed out meanwhile. */
  const unlessClosed = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (!isClosed) throw error
    }
  }
  const shiftFrom = () => (state.shift === null ? undefined : Date.parse(state.shift.from))
  const remember = (scans: readonly KeptScan[]) => {
    for (const scan of scans) kept.set(scan.scan_id, scan)
    const all = [...kept.values()].sort((a, b) => b.at - a.at)
    const waiting = all.filter(({ waits }) => waits !== undefined).length
    if (waiting !== state.waiting && !isClosed) deps.onQueue(waiting)
    set({ scans: all, waiting })
  }
  const reload = async () => {
    const scans = await store.scans()
    kept.clear()
    remember(scans.filter(({ practice }) => !practice))
  }
  const dropPractice = async () =>
    store.drop((await store.scans()).filter(({ practice }) => practice).map(({ scan_id }) => scan_id))
  await reload()
  /** What was open when this page began: questions of a page before it. */
  const left = new Set(state.scans.filter(isOpen).map(({ scan_id }) => scan_id))

  const openIndex = async (): Promise<boolean> => {
    try {
      return await copy.openIndex(searchKey)
    } catch {
      // The index was sealed for another device: the next full copy brings one that opens.
      return true
    }
  }

  /** Takes over what the server says about this device. */
  const hear = async (answer: SyncAnswer, sentAt: number, device: OwnDevice) => {
    const offset = Math.round(Date.parse(answer.now) - (sentAt + now()) / 2)
    const isMoved = state.offset === null || Math.abs(offset - state.offset) > 500
    const isNewShift = answer.shift.from !== state.shift?.from || answer.shift.until !== state.shift.until
    setBack = 0
    set({ offset, shift: answer.shift })
    if (answer.search_key !== searchKey) {
      searchKey = answer.search_key
      await openIndex()
      showCopy()
    }
    if (isMoved || isNewShift) await store.setFacts({ offset, shift: answer.shift })
    const key = answer.device_key
    if (key !== null && key !== device.key && !answer.revoked) await keepDevice({ ...device, key })
  }

  /** The server revoked this device: it has its queue by now, and nothing remains here. */
  const beRevoked = async (device: OwnDevice) => {
    await store.wipe()
    const { devices } = await store.facts()
    await store.setFacts({ devices: devices.filter(({ _id }) => _id !== device._id) })
    copy = createCopy()
    searchKey = null
    kept.clear()
    set({ device: null, isRevoked: true })
    showCopy()
    remember([])
  }

  const keepDevice = async (device: OwnDevice) => {
    const { devices } = await store.facts()
    await store.setFacts({ devices: [...devices.filter(({ user_id }) => user_id !== deps.userId), device] })
    set({ device })
  }

  const register = async (wanted: string) => {
    // Another phone can have this name: the server numbers them.
    const { _id, name, key } = await server.register(wanted)
    const device: OwnDevice = { _id, name, user_id: deps.userId, key }
    await keepDevice(device)
    set({ isRevoked: false, lostAt: null })
    return device
  }

  const setLost = (isLost: boolean) => {
    const lostAt = isLost ? (state.lostAt ?? lostBefore ?? now()) : null
    if (lostAt !== state.lostAt) set({ lostAt })
    if (lostAt === lostBefore) return
    lostBefore = lostAt
    void unlessClosed(() => store.setFacts({ lostAt }))
  }

  /**
   * Hands the scans of a device that the server does not know to another one. The server knows what it has answered by its
   * first name: under another one it would be a second scan.
   */
  const handOver = async (from: string, to: string): Promise<void> => {
    const left = (await store.waiting()).filter(({ device_id, result }) => device_id === from && result === null)
    remember(
      await store.change(
        left.map(({ scan_id }) => scan_id),
        (scan) => ({ ...scan, device_id: to }),
      ),
    )
  }

  /**
   * A question for whose answer no screen waits any more lets nobody in: the app was closed, or has crashed. The screen of a
   * young one can be another page of this phone.
   */
  const keepOrphans = async (): Promise<void> => {
    const isLeft = ({ scan_id, scanned_at }: KeptScan) =>
      left.has(scan_id) || Math.abs(now() - Date.parse(scanned_at)) > LONGEST_QUESTION_MS
    const orphans = (await store.waiting()).filter((scan) => isOpen(scan) && !asked.has(scan.scan_id) && isLeft(scan))
    if (orphans.length > 0)
      remember(
        await store.change(
          orphans.map(({ scan_id }) => scan_id),
          keepOpen,
        ),
      )
  }

  /** Without a device, what somebody before left here is sent under the name of theirs. */
  const contactOnce = async (device: OwnDevice | null): Promise<boolean> => {
    const device_id = device?._id ?? (await store.waiting())[0]?.device_id
    if (device_id === undefined) return true
    await keepOrphans()
    let isRevoked = false
    let sentAt = now()
    const { devices } = await store.facts()
    const keys = new Map(devices.map(({ _id, key }) => [_id, key]))
    const { isBusy } = await deliver({
      store,
      now,
      sync: (body) => {
        sentAt = now()
        return server.sync(body)
      },
      contact: {
        device_id,
        ...(device && { bundle_at: copy.about()?.at ?? null, battery: deps.battery() }),
      },
      keyOf: (id) => keys.get(id),
      onUnknown: async (id) => {
        if (device) await handOver(id, device._id)
      },
      onAnswer: (answer, isOwn) => {
        setLost(false)
        for (const one of answer.scans) if (one.stored) asked.get(one.scan_id)?.(one)
        if (!device) return
        if (!isOwn) return
        isRevoked = answer.revoked
        void unlessClosed(() => hear(answer, sentAt, device))
      },
      onChanged: remember,
    })
    if (device && isRevoked && !isBusy) await beRevoked(device)
    return !isBusy
  }

  /** The server does not know this device, after a restore for instance: another one delivers its scans. */
  const registerAgain = async (device: OwnDevice) => {
    const next = await register(device.name)
    await handOver(device._id, next._id)
  }

  const canContact = () => !isClosed && !state.isCut && (state.device !== null || state.waiting > 0)

  let running: Promise<void> | undefined
  let isWanted = false
  /** Sends what waits, and hears from the server. One at a time: another call makes it run once more. */
  const contact = (): Promise<void> => {
    isWanted = true
    running ??= (async () => {
      while (isWanted && canContact()) {
        isWanted = false
        const { device } = state
        try {
          await deps.exclusively(async () => {
            failures = (await contactOnce(device)) ? 0 : failures + 1
          })
        } catch (error) {
          if (device && error instanceof ApiError && error.code === 'not_found' && failures === 0) {
            failures += 1
            await registerAgain(device).catch(() => undefined)
            isWanted = true
            continue
          }
          failures += 1
          if (isUnreachable(error)) setLost(true)
        }
      }
    })().finally(() => {
      running = undefined
      if (isWanted && canContact()) void contact()
      else schedule()
    })
    return running
  }

  const schedule = () => {
    cancelNext()
    if (isClosed) return
    const wait =
      failures === 0 ? BETWEEN_CONTACTS_MS : Math.min(BETWEEN_CONTACTS_MS, FIRST_WAIT_MS * 2 ** (failures - 1))
    cancelNext = deps.after(wait, () => void tick())
  }

  let cancelSoon: (() => void) | undefined
  /**
   * Tries the server again when the result of a scan is on the screen. The whole queue is read for that, and without a
   * network at all there is nothing to try.
   */
  const contactSoon = () => {
    if (cancelSoon || !deps.isOnline()) return
    cancelSoon = deps.after(AFTER_SCAN_MS, () => {
      cancelSoon = undefined
      void contact()
    })
  }

  /** Fetches the index of names. */
  const askNames = async (device: OwnDevice) => {
    const [event, about] = [eventId, copy.about()]
    if (!event || !about) return
    const { index } = await server.bundle({ event_id: event, device_id: device._id, layout: LAYOUT, names: 'only' })
    namesAt = now()
    if (event !== eventId || isClosed || index === null) return
    const piece = { parts: [], indexes: [index] }
    copy.add(piece, false)
    await openIndex()
    await store.addPiece({ ...piece, event_id: event }, copy.about() ?? about, false)
    showCopy()
  }

  let refreshing: Promise<void> | undefined
  /** Fetches what has changed in the copy of the event; everything, if something was missed. */
  const refresh = (): Promise<void> => {
    const begun = eventId
    refreshing ??= (async () => {
      const { device } = state
      if (!device || !eventId || state.isCut || isClosed) return
      const ask = async (since: string | undefined) => {
        const event = eventId
        if (!event) return
        const bundle = await server.bundle({
          event_id: event,
          device_id: device._id,
          layout: LAYOUT,
          // QR codes are read without the names, so these do not hold up a first copy.
          ...(since ? { since } : { names: 'later' }),
        })
        if (event !== eventId || isClosed) return
        const { at, cursor, total, points, public_keys, words, nonce, people, index, full } = bundle
        const piece = { parts: [{ words, nonce, people }], indexes: index === null ? [] : [index] }
        copy.add(piece, full)
        if (full) namesAt = Number.NEGATIVE_INFINITY
        copy.touch({ event: bundle.event, points, public_keys, at, cursor, total })
        const isNew = await openIndex()
        // Most changes are scans, after which everybody has the name that they had.
        const kept = { ...piece, event_id: event, indexes: isNew || searchKey === null ? piece.indexes : [] }
        await store.addPiece(kept, { event: bundle.event, points, public_keys, at, cursor, total }, full)
        showCopy()
      }
      const about = copy.about()
      const isStale = about !== undefined && serverNow() - Date.parse(about.at) > STALE_COPY_MS
      try {
        await ask(isStale ? undefined : about?.cursor)
        if (copy.size() !== copy.about()?.total && now() - fullAt > BETWEEN_FULL_MS) {
          fullAt = now()
          await ask(undefined)
        }
        if (searchKey !== null && copy.unnamed() > 0 && now() - namesAt > BETWEEN_FULL_MS) await askNames(device)
        setLost(false)
      } catch (error) {
        if (isUnreachable(error)) setLost(true)
        // Revoked, or not assigned any more: the next contact tells.
      }
    })().finally(() => {
      refreshing = undefined
      // Somebody has chosen another event meanwhile.
      if (eventId !== begun) void refresh()
    })
    return refreshing
  }

  /** Removes the copy of an event that has been over for a day. */
  const forget = async () => {
    const isOver = (endsAt: string) => isCopyOver(new Date(endsAt), new Date(serverNow()))
    await store.forget(({ event }) => isOver(event.ends_at))
    const about = copy.about()
    if (!about || !isOver(about.event.ends_at)) return
    copy = createCopy()
    showCopy()
    await reload()
  }

  const tick = () =>
    unlessClosed(async () => {
      await contact()
      if (state.lostAt === null) await refresh()
      await forget()
    })

  const known = (pointId: string): Known | undefined => {
    const about = copy.about()
    const point = about?.points.find(({ _id }) => _id === pointId)
    return about && point && { about, point, scans: state.scans }
  }

  const decideOne = async (target: ScanTarget | undefined, row: KeptScan): Promise<Decided | undefined> => {
    if (!target) return undefined
    const about = row.point_id === null || row.event_id !== eventId ? undefined : known(row.point_id)
    if (!about) return undefined
    if (target.kind === 'code') return decide(await copy.read(target.text), row.direction, new Date(row.at), about)
    const person = await copy.person(target.participantId)
    return person && decide({ kind: 'people', people: [person] }, row.direction, new Date(row.at), about)
  }

  const shown = (
    scans: readonly KeptScan[],
    decided: readonly (Decided | undefined)[],
    answers: ReadonlyMap<string, SyncedScan>,
  ): Entered => {
    const isOwn = scans.some(({ said }) => said !== null && said !== 'kept')
    const copyAt = isOwn ? (copy.about()?.at ?? null) : null
    return {
      scans,
      answers: scans.flatMap((scan, at): GateAnswer[] => {
        if (scan.said === 'kept') return []
        if (scan.said !== null) return [{ result: scan.said, reservation: decided[at]?.shown ?? null }]
        if (scan.result === null) return []
        // Another page of this phone can have heard the answer.
        const heard = answers.get(scan.scan_id)
        return [{ result: scan.result, reservation: heard ? heard.reservation : (decided[at]?.shown ?? null) }]
      }),
      copyAt,
      isCopyOld:
        copyAt !== null && isOldCopy(new Date(copyAt), new Date(serverNow()), copy.about()?.event.copy_minutes),
    }
  }

  const enter = async ({ targets: given, direction, eventId: event, pointId }: EnterRequest): Promise<Entered> => {
    const targets = given.map((target): ScanTarget => {
      return target.kind === 'code' && event === eventId ? { ...target, text: copy.complete(target.text) } : target
    })
    const { device } = state
    if (!device) throw new Error('this browser is not registered')
    // Somebody can set the clock back between two contacts. What happens now still happens after what waits.
    const latest = state.scans.find(({ device_id, waits }) => device_id === device._id && waits !== undefined)
    if (latest && latest.at > serverNow()) setBack += latest.at + 1 - serverNow()
    const rows = targets.map(
      (target): KeptScan => ({
        scan_id: deps.newId(),
        device_id: device._id,
        event_id: event,
        point_id: pointId,
        direction,
        scanned_at: new Date(now()).toISOString(),
        clock_offset: state.offset === null ? null : state.offset + setBack,
        at: serverNow(),
        code: target.kind === 'code' ? target.text : null,
        participant_id: target.kind === 'person' ? target.participantId : null,
        find: null,
        name: labelOf(target),
        said: null,
        result: null,
        practice: false,
        notice: null,
        waits: 1,
      }),
    )
    const deciding = Promise.all(rows.map((row, at) => decideOne(targets[at], row).catch(() => undefined)))
    if (state.lostAt !== null || !deps.isOnline() || state.isCut) {
      const decided = await deciding
      const said = rows.map((row, at) => told(row, decided[at]))
      await store.keep(said)
      remember(said)
      contactSoon()
      return shown(said, decided, new Map())
    }
    const answers = new Map<string, SyncedScan>()
    const answered = Promise.all(
      rows.map(
        ({ scan_id }) =>
          new Promise<void>((resolve) => {
            asked.set(scan_id, (answer) => {
              answers.set(scan_id, answer)
              resolve()
            })
          }),
      ),
    )
    await store.keep(rows)
    remember(rows)
    let isOver = false
    const over = Promise.race([answered, contact()]).then(() => {
      isOver = true
    })
    const wait = (milliseconds: number) =>
      new Promise<void>((resolve) => {
        const cancel = deps.after(milliseconds, resolve)
        void over.then(() => {
          cancel()
          resolve()
        })
      })
    await wait(PATIENCE_MS)
    const decided = await deciding
    // The server knows every event and those who reserved a moment ago: its answer is worth more than "Not found" here.
    if (!isOver && decided.some(knowsNobody)) await wait(MORE_PATIENCE_MS)
    const own = new Map(rows.map(({ scan_id }, at) => [scan_id, decided[at]]))
    const scans = await store.change([...own.keys()], (scan) => told(scan, own.get(scan.scan_id)))
    for (const { scan_id } of rows) asked.delete(scan_id)
    remember(scans)
    return shown(scans, decided, answers)
  }

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Begins to talk to the server. */
    start: () => void tick(),
    close: () => {
      isClosed = true
      cancelNext()
      cancelSoon?.()
      store.close()
    },
    register: async (name: string) => {
      await register(name)
      void tick()
    },
    /** Takes an event's copy from the phone, and brings it up to date. */
    select: (event: string) =>
      unlessClosed(async () => {
        if (event === eventId) return
        eventId = event
        copy = createCopy()
        const [pieces, latest] = await Promise.all([store.pieces(event), store.copy(event)])
        if (event !== eventId) return
        for (const piece of pieces) copy.add(piece, false)
        if (latest) copy.touch(latest)
        await openIndex()
        showCopy()
        await refresh()
      }),
    /** Sends what waits, and returns how many scans the server still does not have. */
    deliver: async (): Promise<number> => {
      failures = 0
      await contact()
      return state.waiting
    },
    /** A hint that something has changed. */
    hint: () => void (state.lostAt === null ? refresh() : tick()),
    /** The browser says whether there is a network at all. */
    noteOnline: (isOnline: boolean) => {
      if (!isOnline) return setLost(true)
      failures = 0
      return void tick()
    },
    /** Another tab or the worker has changed the queue. */
    reload: () => void unlessClosed(reload),
    enter,
    /**
     * Takes scans of this device and shift back. It is on the phone at once, and goes through the queue like the scans
     * themselves. Returns all of these scans as they are now.
     */
    undo: async (scanIds: readonly string[]): Promise<readonly KeptScan[]> => {
      const undoneAt = new Date(now()).toISOString()
      const facts = { deviceId: state.device?._id, shiftFrom: shiftFrom(), now: serverNow() }
      const scans = await store.change(scanIds, (scan) => (canUndo(scan, facts) ? undo(scan, undoneAt) : scan))
      remember(scans)
      void contact()
      return scans
    },
    /** Whether a scan can be taken back here. */
    canUndo: (scan: KeptScan): boolean =>
      canUndo(scan, { deviceId: state.device?._id, shiftFrom: shiftFrom(), now: serverNow() }),
    /**
     * Somebody says whether a person went through whom this phone had sent away. If they did, it is a scan of its own, of
     * that time.
     */
    say: async (scanId: string, hasPassed: boolean) => {
      const [scan] = state.scans.filter(({ scan_id }) => scan_id === scanId)
      if (scan?.notice?.kind !== 'asked' || !state.device) return
      const { notice: asking, undone_at: _, answered_at: __, settled_at: ___, ...rest } = scan
      const passed: KeptScan = {
        ...rest,
        scan_id: deps.newId(),
        device_id: state.device._id,
        code: null,
        participant_id: asking.participantId,
        said: 'ok',
        result: null,
        notice: null,
        waits: 1,
      }
      // The answer first: if the app ends in between, it asks again.
      if (hasPassed) await store.keep([passed])
      remember([...(await store.change([scanId], (one) => ({ ...one, notice: null }))), ...(hasPassed ? [passed] : [])])
      void contact()
    },
    /** Somebody has looked at what was corrected. */
    look: async (scanId: string) => remember(await store.change([scanId], look)),
    /** Keeps the events of this account with what the server has counted, for the time without a network. */
    keepEvents: (events: Facts['events']) =>
      unlessClosed(async () => {
        set({ events })
        await store.setFacts({ events })
        // Somebody who is not assigned to an event any more has nothing of it.
        const isOwn = (id: string) => events.some(({ _id }) => _id === id)
        await store.forget(({ event }) => !isOwn(event._id))
        const about = copy.about()
        if (!about || isOwn(about.event._id)) return
        copy = createCopy()
        eventId = undefined
        showCopy()
      }),
    /** Searches the copy by name or code. */
    search: async (words: string, pointId: string, limit: number) => {
      const about = known(pointId)
      const { people, total } = await copy.search(words, limit)
      return { people: about ? people.map((person) => shownOf(person, about, new Date(serverNow()))) : [], total }
    },
    /** The party of a printed code if somebody has to say who of them is there. Otherwise empty. */
    whose: async (text: string, direction: Direction, pointId: string): Promise<readonly GateParticipant[]> => {
      const about = known(pointId)
      if (!about || readScannedCode(text).kind !== 'code') return []
      const found = await copy.read(copy.complete(text))
      if (found.kind !== 'people' || decide(found, direction, new Date(serverNow()), about)?.result !== 'several')
        return []
      return found.people.map((person) => shownOf(person, about, new Date(serverNow())))
    },
    /** Everybody of somebody's reservation, as far as this phone knows them. */
    party: async (person: GateParticipant, pointId: string) => {
      const about = known(pointId)
      const own: CopiedPerson | undefined = await copy.person(person._id)
      return about && own ? (await copy.party(own.group)).map((one) => shownOf(one, about, new Date(serverNow()))) : []
    },
    /** Switches the network off inside the app, for the rehearsal, and on again. Returns whether the server answered. */
    cut: async (isCut: boolean): Promise<boolean> => {
      set({ isCut })
      if (isCut) return false
      failures = 0
      await contact()
      return failures === 0 && state.lostAt === null
    },
    /** The scans of a rehearsal that a reload has interrupted. One of yesterday is over. */
    practice: async (): Promise<readonly KeptScan[]> => {
      const kept = (await store.scans()).filter(({ practice }) => practice)
      if (kept.every(({ at }) => serverNow() - at < LONGEST_REHEARSAL_MS)) return kept
      await dropPractice()
      return []
    },
    keepPractice: async (scan: KeptScan) => {
      await store.keep([scan])
      // Read again from the disk: this is what the rehearsal proves.
      return (await store.scans()).some(({ scan_id, practice }) => practice && scan_id === scan.scan_id)
    },
    endPractice: async (rehearsedAt: number | null) => {
      await dropPractice()
      if (rehearsedAt === null) return
      set({ rehearsedAt })
      await store.setFacts({ rehearsedAt })
    },
    serverNow,
  }
}
