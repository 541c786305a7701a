import { badgeRoutes, type GatePerson } from '@shiloh/contract/badges/badges'
import { type Badge, drawCard } from '@shiloh/contract/badges/layouts'
import type { Translate } from '@shiloh/contract/core'
import { bedLetter } from '@shiloh/contract/reservations/beds'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { call } from '#platform/api'
import { CardSvg, loadMeasure } from '../../badges/index.ts'
import classes from './label.module.css'
import type { texts } from './texts.ts'
import { isTicket } from './ticket.ts'
import { countKept, keepUncounted } from './uncounted.ts'

interface Label {
  readonly person: GatePerson
  readonly eventId: string
  readonly scanned: string | null
  readonly isOnline: boolean
}

/** What a label says, as far as the device knows it. */
const labelOf = ({ name, title, participant_type, code, room }: GatePerson, t: Translate<typeof texts>): Badge => ({
  event: '',
  type: participant_type,
  tone: null,
  name,
  title,
  assembly: null,
  district: null,
  guardian: null,
  code,
  times: 1,
  print: null,
  room: room && {
    block: room.block,
    name: room.name,
    bed: t('bed', { bed: bedLetter(room.bed) }),
    floor: t('floor', { floor: String(room.floor) }),
  },
  meals: null,
})

/** Milliseconds that a dialog for printing stays open. */
const LONGEST_MS = 60_000

/** Shows a badge alone on a page of its size, and opens the dialog of the browser; a kiosk prints at once. */
const onPaper = async (badge: Badge, qr: string): Promise<void> => {
  const card = drawCard('label', [badge], { glue: '' }, await loadMeasure())
  const sheet = document.createElement('div')
  sheet.className = classes.sheet ?? ''
  sheet.dataset['printed'] = 'true'
  document.body.append(sheet)
  document.body.dataset['printing'] = 'true'
  const root = createRoot(sheet)
  flushSync(() => root.render(<CardSvg card={card} qrs={[qr]} label={badge.name} inMillimetres />))
  await new Promise<void>((resolve) => {
    addEventListener('afterprint', () => resolve(), { once: true })
    // A browser that cannot print says nothing.
    setTimeout(resolve, LONGEST_MS)
    window.print()
  })
  delete document.body.dataset['printing']
  root.unmount()
  sheet.remove()
}

/**
 * Prints a label. Returns how often this person's badge was printed, with this one; null if it is counted later.
 * @throws ApiError when the server refuses
 */
export async function printLabel(
  { person, eventId, scanned, isOnline }: Label,
  t: Translate<typeof texts>,
): Promise<number | null> {
  const print_id = crypto.randomUUID()
  if (isOnline) {
    // A printed code is that of a whole party: the badge is the one of who was chosen.
    const who = isTicket(scanned) ? { code: scanned } : { participant_id: person._id }
    const badge = await call(badgeRoutes.printAtGate, { body: { print_id, event_id: eventId, ...who } })
    await onPaper(badge, badge.qr)
    void countKept()
    return badge.times
  }
  keepUncounted({ print_id, event_id: eventId, code: scanned ?? '', printed_at: new Date().toISOString() })
  await onPaper(labelOf(person, t), scanned ?? '')
  return null
}
