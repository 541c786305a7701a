import { type Calendar, type Chance, minutesAfter } from './chance.ts'
import type { DemoEvent } from './events.ts'
import type { Row } from './insert.store.ts'
import type { People } from './people.ts'

const FAQS = [
  [
    'registration',
    'Must I be a member of the church to register?',
    'No. Choose “Visitor” where the event offers it. Some places are for members or ministers only; you see this beside the price.',
  ],
  [
    'registration',
    'Can I register my wife or husband with me?',
    'Yes, if the event allows it. Enter your spouse under “My account” once, then choose them when you register. Each of you gets a QR code.',
  ],
  [
    'payment',
    'How can I pay?',
    'With mobile money or a card when you register, or in cash at the desk where the event has one. Your place is held until the time shown on your reservation.',
  ],
  [
    'payment',
    'What happens if my payment arrives too late?',
    'If everything you chose is still free, you are registered. If not, the money goes back to you and the office calls you.',
  ],
  [
    'payment',
    'Will I get my money back when I cancel?',
    'Each event has its own rule. You see what you would get back before you cancel.',
  ],
  [
    'rooms',
    'When do I learn my room?',
    'About ten days before the event. You get a message, and the room stands on your receipt.',
  ],
  [
    'rooms',
    'Stairs are hard for me. What can I do?',
    'Tick “Mobility” under health when you register. You will get a bed on the ground floor. Only the people who give out rooms can see it.',
  ],
  [
    'check-in',
    'I have no smartphone. Do I need one at the gate?',
    'No. Print the receipt, or tell us your name: we can find everybody by name and telephone number.',
  ],
] as const

const BLOGS = [
  {
    slug: 'how-we-give-out-rooms',
    title: 'How we give out two hundred rooms',
    summary: 'Who sleeps where is decided by rules that everybody may read.',
    body: [
      'Every year somebody asks why the neighbour got a room with a fan and they did not. So here is how it works.',
      'First come those for whom stairs are hard: they get the ground floor. Couples get a room of their own. Then we fill house after house, in the order in which people have paid, and try to keep districts together.',
      'If you wish to share a room with somebody, both of you should say so.',
    ],
    ago: 34,
    comments: ['Thank you, now I understand why we were in Canaan Block.', 'Please more fans in Canaan Block!'],
  },
  {
    slug: 'cooking-for-a-thousand',
    title: 'Cooking for a thousand',
    summary: 'A morning with Efua Quansah, who feeds the conference.',
    body: [
      'At half past three the first fire is lit. By six there are four hundred bowls of porridge, forty of them without sugar.',
      '“Tell us before you come what you cannot eat,” says Efua Quansah. “On the day itself I can only say sorry.”',
    ],
    ago: 21,
    comments: ['The waakye on Thursday was the best.'],
  },
  {
    slug: 'what-the-cash-desk-does',
    title: 'What the cash desk does, and what it does not',
    summary: 'Receipts have numbers without gaps. Ask for yours.',
    body: [
      'Whoever pays in cash gets a receipt with a number. Every evening the numbers are compared with the box.',
      'Nobody else may take money for an event.',
    ],
    ago: 9,
    comments: [],
  },
] as const

const TICKETS = [
  {
    subject: 'My phone number has changed',
    category: 'account',
    status: 'open',
    messages: [['person', 'Good morning, I lost my SIM card. The code goes to the old number. What can I do?']],
  },
  {
    subject: 'Paid twice by mobile money',
    category: 'payment',
    status: 'pending',
    messages: [
      ['person', 'The first payment said failed, so I paid again. Now both have left my wallet.'],
      ['staff', 'Thank you for writing. I can see one payment. Please send the transaction id of the other.'],
    ],
  },
  {
    subject: 'Letter of invitation for a visa',
    category: 'travel',
    status: 'completed',
    messages: [
      ['person', 'Bonjour, il me faut une lettre d’invitation pour la conférence.'],
      ['staff', 'Bonjour, la lettre est partie aujourd’hui par courriel. Bon voyage !'],
    ],
  },
  {
    subject: 'Can my sister share my room?',
    category: 'rooms',
    status: 'open',
    messages: [['person', 'She is registered too. We would like to be in one room, please.']],
  },
] as const

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
    people.members.filter(({ status, joined }) => status === 'approved' && joined < calendar.at(-40, '00:00')),
  )
  const start = calendar.at(-90, '09:00')
  const blogs = BLOGS.map(({ slug, title, summary, body, ago, comments }) => {
    const at = calendar.at(-ago, '08:30')
    return {
      row: {
        id: chance.id(at),
        slug,
        title,
        summary,
        body: body.join('\n\n'),
        author_id: staff.owner,
        status: 'published',
        published_at: at,
        ...stamps(at),
      } satisfies Row<'blogs'>,
      comments,
    }
  })
  const tickets = TICKETS.map(({ subject, category, status, messages }, index) => {
    const at = minutesAfter(calendar.now, -(index * 2900 + 400))
    const asker = index === 0 ? user : writers[index]
    const id = chance.id(at)
    const last = minutesAfter(at, (messages.length - 1) * 95)
    return {
      row: {
        id,
        user_id: asker?.id ?? user.id,
        subject,
        category,
        status,
        assignee_id: messages.length > 1 ? staff.registrar : null,
        created_at: at,
        updated_at: last,
      } satisfies Row<'support_tickets'>,
      messages: messages.map(([who, body], position): Row<'support_messages'> => {
        const written = minutesAfter(at, position * 95)
        const author = who === 'staff' ? staff.registrar : (asker?.id ?? user.id)
        return { id: chance.id(written), ticket_id: id, author_id: author, body, created_at: written }
      }),
    }
  })
  return {
    faqs: FAQS.map(
      ([category, question, answer], position): Row<'faqs'> => ({
        id: chance.id(start),
        category,
        question,
        answer,
        position,
        ...stamps(start),
      }),
    ),
    blogs: blogs.map(({ row }) => row),
    blog_comments: blogs.flatMap(({ row, comments }) =>
      comments.map((body, index): Row<'blog_comments'> => {
        const at = minutesAfter(row.published_at, 300 + index * 700)
        return { id: chance.id(at), blog_id: row.id, user_id: chance.pick(writers).id, body, created_at: at }
      }),
    ),
    support_tickets: tickets.map(({ row }) => row),
    support_messages: tickets.flatMap(({ messages }) => messages),
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
        link: '/events',
        created_at: calendar.at(-3, '09:00'),
      },
    ] satisfies Row<'notifications'>[],
    workflows: [
      {
        id: chance.id(start),
        name: 'Thank those who have paid',
        trigger: 'reservation_paid',
        enabled: false,
        conditions: [],
        steps: [],
        ...stamps(start),
      },
    ] satisfies Row<'workflows'>[],
  }
}
