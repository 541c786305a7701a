import type { Books } from './books.ts'
import { type Calendar, type Chance, minutesAfter } from './chance.ts'
import type { Party } from './choices.ts'
import { type Church, idOf } from './church.ts'
import type { DemoEvent, Events } from './events.ts'
import type { Member, People } from './people.ts'
import type { EventKey } from './programme/plan.ts'
import type { Story } from './story.ts'

const HOUR = 60
const DAY = 24 * HOUR

/** One event, the people who could come, and the time in which they decide. */
interface Scene {
  readonly chance: Chance
  readonly books: Books
  readonly event: DemoEvent
  /** The end of what happens: now, or the end of the scene if that is earlier. */
  readonly end: Date
  /** Picks a person and makes their reservation between the two instants. */
  begin(between: {
    readonly earliest?: Date
    readonly latest: Date
    readonly atDesk?: boolean
    readonly byStaff?: boolean
    readonly brings?: Party
    readonly costs?: true
  }): Story
}

type History = (scene: Scene) => Story

const after = ({ chance }: Scene, at: Date, from: number, to: number): Date =>
  new Date(minutesAfter(at, chance.between(from, to)).getTime() + chance.below(60_000))

const before = ({ end }: Scene, minutes: number): Date => minutesAfter(end, -minutes)

/** Pays what is owed before the hold ends, some at the second attempt. */
const payInTime = (scene: Scene, story: Story, from = story.madeAt): void => {
  const window = Math.min(story.event.plan.hold_minutes, 18 * HOUR) - 10
  const at = after(scene, from, 4, scene.chance.happens(0.6) ? 40 : window)
  if (scene.chance.happens(0.12)) scene.books.tryToPay(story, minutesAfter(at, -2), 'failed')
  scene.books.pay(story, at, story.quote.total - story.paid)
}

const paid: History = (scene) => {
  const story = scene.begin({ latest: before(scene, DAY) })
  payInTime(scene, story)
  return story
}

/** Came together and paid in one payment: a minister and his wife, or the children too. */
const paidTogether =
  (brings: Party): History =>
  (scene) => {
    const story = scene.begin({ latest: before(scene, 3 * DAY), brings, costs: true })
    payInTime(scene, story)
    return story
  }

/** Only reserved: waiting for approval. */
const made: History = (scene) => scene.begin({ latest: before(scene, HOUR) })

/** Reserved, and paid if anything that was chosen costs something. */
const settled: History = (scene) => {
  const story = scene.begin({ latest: before(scene, DAY) })
  if (story.quote.total > 0) payInTime(scene, story)
  return story
}

const paidInCash: History = (scene) => {
  const story = scene.begin({ latest: before(scene, 7 * DAY), atDesk: true })
  scene.books.pay(story, after(scene, story.madeAt, DAY, 6 * DAY), story.quote.total, 'cash')
  return story
}

const atTheDesk: History = (scene) => {
  const story = scene.begin({ latest: before(scene, DAY), byStaff: true })
  scene.books.pay(story, after(scene, story.madeAt, 3, 12), story.quote.total, 'cash')
  return story
}

const paidInParts: History = (scene) => {
  const story = scene.begin({ latest: before(scene, 12 * DAY) })
  const first = after(scene, story.madeAt, 5, 90)
  scene.books.pay(story, first, story.quote.deposit)
  scene.books.pay(story, after(scene, first, 2 * DAY, 9 * DAY), story.quote.total - story.paid)
  return story
}

const depositPaid: History = (scene) => {
  const story = scene.begin({ latest: before(scene, 2 * DAY), costs: true })
  scene.books.pay(story, after(scene, story.madeAt, 5, 90), story.quote.deposit)
  return story
}

const held: History = (scene) => {
  const hold = scene.event.plan.hold_minutes
  return scene.begin({ earliest: before(scene, Math.floor(hold * 0.6)), latest: before(scene, 20) })
}

const heldForTheDesk: History = (scene) => scene.begin({ latest: before(scene, 2 * HOUR), atDesk: true })

const waived: History = (scene) => {
  const story = scene.begin({ latest: before(scene, 3 * DAY) })
  const reason = scene.chance.pick(['Guest speaker’s driver', 'Widow of a minister', 'Serves in the clinic all week'])
  scene.books.waive(story, after(scene, story.madeAt, HOUR, DAY), reason)
  return story
}

const failed: History = (scene) => {
  const story = scene.begin({ latest: before(scene, scene.event.plan.hold_minutes + 2 * HOUR) })
  if (scene.chance.happens(0.4))
    scene.books.tryToPay(story, after(scene, story.madeAt, 10, 55), scene.chance.pick(['failed', 'abandoned']))
  scene.books.expire(story)
  return story
}

/** A part payment in cash at an event that asks for the whole price. The office decides how long the place is kept. */
const partPaid: History = (scene) => {
  const story = scene.begin({ latest: before(scene, 2 * DAY) })
  scene.books.pay(
    story,
    after(scene, story.madeAt, 20, 6 * HOUR),
    Math.round(story.quote.total / 3 / 1000) * 1000,
    'cash',
  )
  return story
}

/** The money arrived after the place was given up. */
const paidTooLate: History = (scene) => {
  const story = scene.begin({ latest: before(scene, scene.event.plan.hold_minutes + 8 * HOUR) })
  const end = story.holdExpiresAt ?? story.madeAt
  scene.books.expire(story)
  scene.books.pay(story, after(scene, end, HOUR, 6 * HOUR), story.quote.total)
  return story
}

const cancelledUnpaid: History = (scene) => {
  const story = scene.begin({ latest: before(scene, 30 * HOUR) })
  scene.books.cancel(story, after(scene, story.madeAt, 30, 20 * HOUR), '')
  return story
}

const cancelledLater = (scene: Scene): Story => {
  const story = scene.begin({ latest: before(scene, 10 * DAY) })
  payInTime(scene, story)
  const byStaff = scene.chance.happens(0.3)
  scene.books.cancel(
    story,
    after(scene, story.updatedAt, DAY, 5 * DAY),
    byStaff ? 'Called the office: cannot travel' : '',
    byStaff,
  )
  return story
}

const cancelledAndRefunded: History = (scene) => {
  const story = cancelledLater(scene)
  scene.books.refund(story, after(scene, story.updatedAt, 5 * HOUR, 3 * DAY))
  return story
}

/** The refund was requested from the provider, which has not answered yet or has refused. */
const cancelledAndSent =
  (refusal: string | null): History =>
  (scene) => {
    const story = cancelledLater(scene)
    scene.books.send(story, refusal)
    return story
  }

/** Paid at the desk, cancelled, and refunded there with a slip. */
const cancelledInCash: History = (scene) => {
  const story = paidInCash(scene)
  scene.books.cancel(story, after(scene, story.updatedAt, HOUR, 2 * HOUR), 'Called the office: cannot travel', true)
  scene.books.refund(story, after(scene, story.updatedAt, HOUR, 2 * HOUR))
  return story
}

const approvedUnpaid: History = (scene) => {
  const story = scene.begin({ latest: before(scene, 4 * DAY) })
  scene.books.approve(story, minutesAfter(scene.end, -scene.chance.between(5 * HOUR, 40 * HOUR)))
  return story
}

const approvedAndPaid: History = (scene) => {
  const story = scene.begin({ latest: before(scene, 6 * DAY) })
  const approved = after(scene, story.madeAt, 6 * HOUR, 2 * DAY)
  scene.books.approve(story, approved)
  payInTime(scene, story, approved)
  return story
}

const approvedAndForgotten: History = (scene) => {
  const story = scene.begin({ latest: before(scene, 7 * DAY) })
  scene.books.approve(story, after(scene, story.madeAt, 6 * HOUR, 3 * DAY))
  scene.books.expire(story)
  return story
}

/** Checked in at an event that has begun. Some have left again. */
const arrived =
  (history: History, goesHome: number): History =>
  (scene) => {
    const { starts_at, ends_at, status } = scene.event.plan
    const story = history({ ...scene, end: minutesAfter(starts_at, -HOUR) })
    scene.books.checkIn(story, after(scene, starts_at, 5, 220))
    const isOver = status === 'archived'
    if (scene.chance.happens(goesHome))
      scene.books.checkOut(story, isOver ? after(scene, ends_at, -90, 60) : after(scene, starts_at, 290, 340))
    return story
  }

/** What happened at each event, and how often. 300 reservations in all. */
const HISTORIES: Readonly<Record<EventKey, readonly (readonly [History, number])[]>> = {
  conference: [
    [paidTogether('family'), 1],
    [paidTogether('couple'), 1],
    [paid, 35],
    [cancelledAndSent(null), 1],
    [cancelledAndSent('The number is not registered for mobile money any more'), 1],
    [cancelledInCash, 1],
    [paidInCash, 8],
    [atTheDesk, 2],
    [waived, 2],
    [paidInParts, 4],
    [depositPaid, 6],
    [held, 7],
    [heldForTheDesk, 5],
    [failed, 9],
    [paidTooLate, 1],
    [cancelledUnpaid, 3],
    [cancelledAndRefunded, 3],
    [cancelledLater, 2],
  ],
  camp: [
    [failed, 3],
    [cancelledAndRefunded, 2],
    [cancelledUnpaid, 1],
    [paid, 42],
    [held, 5],
  ],
  prayer: [
    [paidTogether('family'), 1],
    [arrived(paidTogether('couple'), 0), 2],
    [paidTogether('couple'), 1],
    [arrived(settled, 0), 16],
    [arrived(settled, 1), 4],
    [settled, 17],
    [depositPaid, 2],
    [cancelledUnpaid, 2],
  ],
  couples: [
    [approvedAndPaid, 4],
    [approvedUnpaid, 2],
    [made, 4],
    [approvedAndForgotten, 1],
    [cancelledUnpaid, 1],
  ],
  women: [
    [paid, 8],
    [partPaid, 1],
    [held, 2],
    [cancelledAndRefunded, 1],
    [failed, 2],
  ],
  council: [
    [arrived(paid, 0.9), 26],
    [paid, 3],
    [cancelledUnpaid, 3],
    [failed, 2],
  ],
  training: [],
  last_conference: [
    [arrived(paidTogether('couple'), 0.9), 3],
    [arrived(paid, 0.9), 30],
    [arrived(atTheDesk, 0.9), 8],
    [paid, 3],
    [cancelledUnpaid, 2],
    [cancelledAndRefunded, 2],
    [failed, 2],
  ],
}

const isYoung = ({ age }: Member): boolean => age <= 32
const LAY_LEADERS: readonly (string | null)[] = ['Presiding Elder', 'Elder', 'Deacon', 'Deaconess']

interface Telling {
  readonly chance: Chance
  readonly calendar: Calendar
  readonly church: Church
  readonly people: People
  readonly books: Books
}

/** Returns who could come to an event. The demo accounts come where they have something to show. */
const candidatesFor = (key: EventKey, { chance, church, people }: Telling): Member[] => {
  const isMinister = ({ title }: Member) =>
    title !== null && church.ministerTitleIds.includes(idOf(church.titles, title))
  const fits: Readonly<Record<EventKey, (member: Member) => boolean>> = {
    conference: (member) =>
      isMinister(member) || LAY_LEADERS.includes(member.title) || member.country !== 'GH' || member.age > 40,
    camp: isYoung,
    prayer: () => true,
    couples: (member) => isMinister(member) && member.spouse !== null,
    women: ({ gender }) => gender === 'female',
    council: (member) => isMinister(member) || member.title === 'Elder' || member.title === 'Presiding Elder',
    training: () => false,
    last_conference: ({ age }) => age > 30,
  }
  const others = people.members.filter(
    (member) =>
      member.id !== people.user.id && member.id !== people.guestId && member.status === 'approved' && fits[key](member),
  )
  const first = key === 'couples' || key === 'council' ? [people.user] : []
  return [...first, ...chance.shuffle(others)]
}

/** Returns whether the member has the family to bring. */
const couldBring = (member: Member, brings: Party): boolean =>
  brings === undefined || (member.spouse !== null && (brings === 'couple' || member.children.length > 0))

const openScene = (telling: Telling, event: DemoEvent): Scene => {
  const { chance, calendar, church, books } = telling
  let waiting = candidatesFor(event.plan.key, telling)
  const { opens_at, closes_at } = event.plan
  const opens = opens_at ?? calendar.now
  const end = closes_at && closes_at < calendar.now ? closes_at : calendar.now
  const begin: Scene['begin'] = ({ earliest = opens, latest, ...request }) => {
    for (const member of waiting) {
      const from = Math.max(opens.getTime(), earliest.getTime(), minutesAfter(member.joined, 2 * HOUR).getTime())
      const span = latest.getTime() - from
      if (span <= 0) continue
      if (!couldBring(member, request.brings)) continue
      const isMinister = member.title !== null && church.ministerTitleIds.includes(idOf(church.titles, member.title))
      const story = books.make({ event, member, isMinister, at: new Date(from + chance.below(span)), ...request })
      if (!story) continue
      waiting = waiting.filter((other) => other !== member)
      return story
    }
    throw new Error(`nobody is left for ${event.plan.name}`)
  }
  return { chance, books, event, end, begin }
}

/** Creates everything that the demo shows, event by event. */
export const tellHistories = (telling: Telling, { events }: Events): void => {
  for (const event of events.values()) {
    const scene = openScene(telling, event)
    for (const [history, times] of HISTORIES[event.plan.key]) for (let time = 0; time < times; time += 1) history(scene)
    if (event.plan.status !== 'archived') continue
    const archivedAt = telling.calendar.at(event.plan.firstDay + 10, '09:00')
    for (const story of telling.books.stories) if (story.event === event) telling.books.archive(story, archivedAt)
  }
}
