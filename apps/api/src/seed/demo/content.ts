import { type Calendar, type Chance, minutesAfter } from './chance.ts'
import { FAQS, POSTS, SAVED_REPLIES, TICKETS } from './content-texts.ts'
import type { DemoEvent } from './events.ts'
import type { Row } from './insert.store.ts'
import type { People } from './people.ts'

const TASKS = [
  ['Agree on the menu with Efua’s Kitchen', 'conference', 'in_progress', 10, 'registrar'],
  ['Order 1,000 badges', 'conference', 'open', 14, 'registrar'],
  ['Check the generators', 'conference', 'open', 25, 'housekeeper'],
  ['Give out rooms in Bethel Block', 'conference', 'open', 30, 'housekeeper'],
  ['Call those who have paid only the deposit', 'conference', 'open', 20, 'cashier'],
  ['Firewood for the camp', 'camp', 'done', -2, 'housekeeper'],
  ['Close the books of the council', 'council', 'done', -60, 'cashier'],
  ['Talk to the town about the market', 'women', 'in_progress', 6, 'owner'],
  ['Write the programme', 'training', 'open', 40, null],
] as const

/** Creates what the church publishes, support tickets, and open work. */
export const drawContent = (
  chance: Chance,
  calendar: Calendar,
  people: People,
  eventOf: (key: (typeof TASKS)[number][1]) => DemoEvent,
) => {
  const { staff, user } = people
  const stamps = (at: Date) => ({ created_at: at, updated_at: at })
  const writers = chance.shuffle(
    people.members.filter(
      ({ id, status, joined }) => id !== user.id && status === 'approved' && joined < calendar.at(-40, '00:00'),
    ),
  )
  const start = calendar.at(-90, '09:00')
  const blogs = POSTS.map(({ slug, ago, en, de, fr, pt, comments, waiting }) => {
    const at = calendar.at(-(ago ?? 2), '08:30')
    const written = minutesAfter(calendar.at(-Math.max(ago ?? 2, 2), '08:30'), -600)
    const inLanguage = ({ body, ...rest }: (typeof POSTS)[number]['en']) => ({
      ...rest,
      body: body.join('\n\n'),
    })
    return {
      row: {
        id: chance.id(written),
        slug,
        title: en.title,
        summary: en.summary,
        body: en.body.join('\n\n'),
        translations: { de: inLanguage(de), fr: inLanguage(fr), pt: inLanguage(pt) },
        author_id: staff.owner,
        status: ago === null ? 'draft' : 'published',
        published_at: ago === null ? null : at,
        ...stamps(written),
      } satisfies Row<'blogs'>,
      at,
      comments: [
        ...comments.map((body) => ({ body, status: 'approved' })),
        ...waiting.map((body) => ({ body, status: 'pending' })),
      ],
    }
  })
  const tickets = TICKETS.map(({ subject, category, status, said }, index) => {
    const at = minutesAfter(calendar.now, -(index * 2900 + 400))
    const asker = index < 2 ? user : writers[index]
    const id = chance.id(at)
    const last = minutesAfter(at, (said.length - 1) * 95)
    const isTaken = said.some(({ by }) => by !== 'person')
    const entries = said.map(({ by, says }, position) => {
      const written = minutesAfter(at, position * 95)
      const authorId = by === 'person' ? (asker?.id ?? user.id) : staff.registrar
      return {
        by,
        row: { id: chance.id(written), ticket_id: id, author_id: authorId, body: says, created_at: written },
      }
    })
    return {
      row: {
        id,
        user_id: asker?.id ?? user.id,
        subject,
        category,
        status,
        assignee_id: isTaken ? staff.registrar : null,
        closed_at: status === 'completed' ? last : null,
        created_at: at,
        updated_at: last,
      } satisfies Row<'support_tickets'>,
      messages: entries.flatMap(({ by, row }) => (by === 'note' ? [] : [row satisfies Row<'support_messages'>])),
      notes: entries.flatMap(({ by, row }) =>
        by === 'note' ? [{ ...row, kind: 'note' } satisfies Row<'support_notes'>] : [],
      ),
    }
  })
  return {
    faqs: FAQS.map(({ category, en, de, fr, pt }, position): Row<'faqs'> => {
      const inLanguage = ([question, answer]: readonly [string, string]) => ({ question, answer })
      return {
        id: chance.id(start),
        category,
        question: en[0],
        answer: en[1],
        translations: { de: inLanguage(de), fr: inLanguage(fr), pt: inLanguage(pt) },
        position,
        ...stamps(start),
      }
    }),
    blogs: blogs.map(({ row }) => row),
    blog_comments: blogs.flatMap(({ row, at, comments }) =>
      comments.map(({ body, status }, index): Row<'blog_comments'> => {
        const written = minutesAfter(at, 300 + index * 700)
        return {
          id: chance.id(written),
          blog_id: row.id,
          user_id: chance.pick(writers).id,
          body,
          status,
          created_at: written,
        }
      }),
    ),
    support_tickets: tickets.map(({ row }) => row),
    support_messages: tickets.flatMap(({ messages }) => messages),
    support_notes: tickets.flatMap(({ notes }) => notes),
    support_replies: SAVED_REPLIES.map(
      ({ name, texts }): Row<'support_replies'> => ({ id: chance.id(start), name, texts, ...stamps(start) }),
    ),
    tasks: TASKS.map(([title, key, status, due, assignee]): Row<'tasks'> => {
      const at = calendar.at(Math.min(due, 0) - 12, '10:00')
      return {
        id: chance.id(at),
        title,
        event_id: eventOf(key).id,
        assignee_id: assignee && staff[assignee],
        status,
        due_on: calendar.day(due),
        created_by: staff.owner,
        ...stamps(at),
      }
    }),
    notifications: [
      {
        id: chance.id(calendar.at(-3, '09:00')),
        user_id: user.id,
        kind: 'announcement',
        title: 'Rooms are given out soon',
        body: 'Have you told us about stairs and room mates? Ten days before the conference we give out the rooms.',
        language: 'en',
        translations: {
          de: {
            title: 'Die Zimmer werden bald vergeben',
            body: 'Haben Sie uns von Treppen und Mitbewohnern erzählt? Zehn Tage vor der Konferenz vergeben wir die Zimmer.',
          },
          fr: {
            title: 'Les chambres sont bientôt attribuées',
            body: 'Nous avez-vous parlé des escaliers et de vos compagnons de chambre ? Dix jours avant la conférence, nous attribuons les chambres.',
          },
          pt: {
            title: 'Os quartos são atribuídos em breve',
            body: 'Já nos falou das escadas e dos companheiros de quarto? Dez dias antes da conferência atribuímos os quartos.',
          },
        },
        link: '/events',
        created_at: calendar.at(-3, '09:00'),
      },
    ] satisfies Row<'notifications'>[],
  }
}
