import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { practiceText } from '../apps/web/src/features/checkin/engine/practice-code.ts'
import { gatePage } from './pages/gate.ts'
import { demoPassword } from './pages/identity.ts'
import { expectAccessible } from './support/axe.ts'
import { cameraFlags, writeCameraFilm } from './support/camera.ts'
import { chromiumFlags, findChromium } from './support/chromium.ts'

const session = z.object({ data: z.object({ access_token: z.string() }) })
const gateEvents = z.object({ data: z.array(z.object({ _id: z.string(), name: z.string() })) })
const gatePerson = z.object({
  _id: z.string(),
  reservation_id: z.string(),
  event_id: z.string(),
  code: z.string(),
  name: z.string(),
  status: z.string(),
  party: z.number(),
  role: z.string(),
  balance: z.number(),
  checked_in_at: z.string().nullable(),
})
const gatePeople = z.object({ data: z.array(gatePerson) })
const tickets = z.object({
  data: z.object({ participants: z.array(z.object({ _id: z.string(), qr: z.object({ url: z.string() }) })) }),
})
const board = z.object({ data: z.object({ double_entries: z.array(z.object({ name: z.string() })) }) })
const devices = z.object({ data: z.array(z.object({ _id: z.string(), name: z.string() })) })
const scans = z.object({
  data: z.array(
    z.object({
      name: z.string().nullable(),
      direction: z.string(),
      result: z.string(),
      states: z.array(z.string()),
    }),
  ),
})
const guestList = z.object({
  data: z.array(
    z.object({
      _id: z.string(),
      checked_in_at: z.string().nullable(),
      checked_out_at: z.string().nullable(),
    }),
  ),
})
type GatePerson = z.output<typeof gatePerson>
const adminEvent = z.object({
  data: z.object({ scan_points: z.array(z.looseObject({ name: z.string(), capacity: z.number().nullable() })) }),
})

// Each journey checks many states with axe, on machines that can be slow.
test.setTimeout(120_000)

async function bearerOf(request: APIRequestContext, path: string, email: string) {
  const answer = await request.post(path, { data: { email, password: demoPassword } })
  return { authorization: `Bearer ${session.parse(await answer.json()).data.access_token}` }
}

/**
 * Returns the running event of the demo's gate, with people who have paid and not arrived yet. Each project gets
 * different people.
 */
async function expectedPeople(request: APIRequestContext, project: string) {
  const headers = await bearerOf(request, '/api/v1/auth/login/checkin-user', 'checkin@shiloh.example')
  const events = gateEvents.parse(await (await request.get('/api/v1/check-in-users/events', { headers })).json()).data
  const event = events[0]
  if (!event) throw new Error('The check-in user of the demo stands at no event.')
  const answer = await request.get('/api/v1/check-in-users/reservations?page_size=500', { headers })
  const people = gatePeople.parse(await answer.json()).data
  // Split before any other filter, so that two projects never take the same person.
  const mine = people
    .filter(({ event_id }) => event_id === event._id)
    .filter((_, index) => (index % 2 === 0) === (project === 'phone'))
    .filter(
      ({ status, party, balance, checked_in_at }) =>
        status === 'active' && party === 1 && balance === 0 && checked_in_at === null,
    )
  const take = (): GatePerson => {
    const person = mine.shift()
    if (!person) throw new Error('The demo has too few people who are still expected.')
    return person
  }
  const debtor = people.find(
    ({ status, balance, event_id, role }) =>
      // The typed code is that of the main person.
      status === 'pending' && balance > 0 && event_id !== event._id && role === 'main',
  )
  const later = events.find(({ _id }) => _id === debtor?.event_id)
  if (!debtor || !later) throw new Error('Everybody in the demo has paid.')
  return { event, take, debtor, eventOfDebtor: later }
}

/** Returns the whole text of somebody's QR code, with its signature. */
async function qrOf(request: APIRequestContext, person: GatePerson): Promise<string> {
  const headers = await bearerOf(request, '/api/v1/admin/auth/login', 'admin@shiloh.example')
  const answer = await request.get(`/api/v1/admin/reservations/${person.reservation_id}`, { headers })
  const ticket = tickets.parse(await answer.json()).data.participants.find(({ _id }) => _id === person._id)
  return ticket?.qr.url ?? ''
}

test('a code held into the camera lets its owner in once, and is known the second time @phone', async ({
  playwright,
  request,
}, info) => {
  const { event, take } = await expectedPeople(request, info.project.name)
  const person = take()
  const film = info.outputPath('camera.y4m')
  writeCameraFilm(film, await qrOf(request, person))
  const { executablePath, env } = await findChromium()
  const browser = await playwright.chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: [...chromiumFlags, ...cameraFlags(film)],
  })
  try {
    const page: Page = await browser.newContext().then((context) => context.newPage())
    expect(page.viewportSize()).toEqual(info.project.use.viewport)
    const gate = gatePage(page)
    await gate.signIn()
    await expectAccessible(page)
    await gate.namePhone('Camera phone')
    await expectAccessible(page)
    await gate.chooseEvent(event.name)

    await gate.expectSaid('Welcome', person.name)
    await expectAccessible(page)
    await expect(page.getByRole('button', { name: 'Scan next' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Hold the code inside the frame')).toBeVisible()
    await expectAccessible(page)

    await gate.expectSaid('Already inside', person.name)
    await expect(gate.said).toContainText('On this phone.')
    await expectAccessible(page)

    // The event and the history of this device are stored.
    await page.reload()
    await expect(page.getByText(event.name)).toBeVisible()
    await page.getByRole('button', { name: 'This gate' }).click()
    await expect(page.getByText('This phone: Camera phone')).toBeVisible()
    await expectAccessible(page)
  } finally {
    await browser.close()
  }
})

test('without a camera people come in by their printed code and by name, and go out @phone', async ({
  page,
  request,
}, info) => {
  const { event, take, debtor, eventOfDebtor } = await expectedPeople(request, info.project.name)
  const [typed, found] = [take(), take()]
  const gate = gatePage(page)
  await gate.signIn()
  await gate.namePhone('Typing phone')
  await gate.chooseEvent(event.name)
  await expect(page.getByRole('heading', { name: 'No camera found' })).toBeVisible()
  await expectAccessible(page)

  await gate.type(typed.code.toLowerCase())
  await gate.expectSaid('Welcome', typed.name)
  await page.keyboard.press('Space')
  await gate.direction('Going out')
  await gate.type(typed.code)
  await gate.expectSaid('Goodbye', typed.name)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await gate.expectSaid('Undone', typed.name)
  await expectAccessible(page)
  await gate.next()
  await gate.direction('Coming in')

  // A typing scanner needs no focused field, even while a result is shown.
  await gate.type('ZZ-2345678')
  await gate.expectSaid('Not found', 'ZZ-2345678')
  await expectAccessible(page)
  await page.keyboard.type('scanned')
  await expect(page.getByLabel('Code below the QR code')).toHaveValue('scanned')

  await gate.find(found.name)
  await gate
    .found(found.code)
    .getByRole('button', { name: /^Check in/ })
    .click()
  await gate.expectSaid('Welcome', found.name)
  await gate.find(found.code)
  const line = gate.found(found.code)
  await expect(line).toContainText('In since')
  await expectAccessible(page)
  await line.getByRole('button', { name: /^Check out/ }).click()
  await gate.expectSaid('Goodbye', found.name)
  await gate.next()

  await gate.type(debtor.code)
  await gate.expectSaid('Wrong event', debtor.code)
  await expect(gate.said).toContainText(`This code is for ${eventOfDebtor.name}.`)
  await page.getByRole('button', { name: 'This gate' }).click()
  await page.getByRole('button', { name: 'Change event or point' }).click()
  await page.getByRole('radio', { name: eventOfDebtor.name }).check()
  await page.getByRole('button', { name: /^Start: / }).click()
  await expect(page.getByText(/^Opens in \d+ days\.$/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Let people in all the same' }).click()
  await gate.type(debtor.code)
  await gate.expectSaid('Not paid', debtor.name)
  await expect(gate.said).toContainText('To pay')
  await expectAccessible(page)
})

test('the network goes in the middle of a shift, the phone restarts, and each scan arrives once @phone', async ({
  page,
  context,
  request,
}, info) => {
  const { event, take } = await expectedPeople(request, info.project.name)
  const people = [take(), take(), take(), take()]
  const codes = await Promise.all(people.map((person) => qrOf(request, person)))
  const [first, second, third, fourth] = people.map(({ name }, index) => ({ name, code: codes[index] ?? '' }))
  if (!first || !second || !third || !fourth) throw new Error('The demo has too few people who are still expected.')
  const gate = gatePage(page)
  await gate.signIn()
  await gate.namePhone('Phone without a network')
  await expect(page.getByText('The app opens without a network')).toBeVisible()
  await gate.rehearse()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await gate.chooseEvent(event.name)

  const heard = page.waitForResponse((answer) => answer.request().postData()?.includes(first.code) ?? false)
  await gate.type(first.code)
  await gate.expectSaid('Welcome', first.name)
  // A phone does not wait for a slow answer: without this the scan could still be in the queue.
  await heard
  await gate.next()
  await context.setOffline(true)
  await expect(page.getByText('No network since')).toBeVisible()
  const scan = async (code: string, word: string, name: string) => {
    await gate.type(code)
    await gate.expectSaid(word, name)
    await gate.next()
  }
  await scan(first.code, 'Already inside', first.name)
  for (const { code, name } of [second, third]) await scan(code, 'Welcome', name)
  for (let round = 0; round < 4; round += 1) {
    await gate.direction('Going out')
    for (const { code, name } of [first, second, third]) await scan(code, 'Goodbye', name)
    await gate.direction('Coming in')
    for (const { code, name } of [first, second, third]) await scan(code, 'Welcome', name)
  }
  await gate.direction('Going out')
  await gate.type(second.code)
  await gate.expectSaid('Goodbye', second.name)
  await expectAccessible(page)

  // The phone restarts without a network: app, account, copy and queue are there.
  await page.reload()
  await expect(page.getByText('Keep scanning. 28 waiting.')).toBeVisible()
  await gate.direction('Going out')
  await scan(third.code, 'Goodbye', third.name)
  await gate.direction('Coming in')
  await gate.type(fourth.code)
  await gate.expectSaid('Welcome', fourth.name)
  await page.getByRole('button', { name: 'Scan next' }).click()
  await page.getByRole('button', { name: 'Latest scans' }).click()
  await page.getByRole('radio', { name: 'Waiting 30' }).check()
  await expect(page.getByRole('listitem').filter({ hasText: 'Waiting' })).toHaveCount(30)
  // The last one was the wrong person: the scan is taken back where it was made, also without a network.
  await page.getByRole('button', { name: `Undo the scan of ${fourth.name}` }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo this scan' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Undone at' })).toHaveText(new RegExp(fourth.name))
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(page.getByRole('radio', { name: 'Waiting 0' })).toBeVisible()

  // Another shift begins with the password alone: event, point and history stay.
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'This gate' }).click()
  await page.getByRole('button', { name: 'Prolong your shift' }).click()
  await page.getByLabel('Password of checkin@shiloh.example').fill(demoPassword)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Start another shift' }).click()
  // The field for codes is there under the panel all the time.
  await expect(page.getByLabel('Password of checkin@shiloh.example')).toBeHidden()
  await page.getByRole('button', { name: 'This gate' }).click()
  await page.getByRole('button', { name: 'End the shift' }).click()
  const question = page.getByRole('alertdialog', { name: 'End the shift' })
  await expect(question).toContainText('in this shift. All is sent.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'End the shift' }).click()
  await expect(page).toHaveURL(/\/auth\/login/)

  const headers = await bearerOf(request, '/api/v1/admin/auth/login', 'admin@shiloh.example')
  const read = async (path: string) =>
    (await request.get(`/api/v1/admin/check-in/${event._id}/${path}`, { headers })).json()
  const phone = devices.parse(await read('devices')).data.find(({ name }) => name === 'Phone without a network')
  const arrived = scans.parse(await read(`scans?device_id=${phone?._id}&page_size=100`)).data
  const names = people.map(({ name }) => name)
  const counts: Record<string, number> = {}
  for (const { name, direction, result, states } of arrived) {
    const kind = [names.indexOf(name ?? ''), direction, result, ...states].join(' ')
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  // The one of before and the thirty without a network, each once.
  expect(counts).toEqual({
    '0 in already_redeemed refused': 1,
    '0 in ok counted': 5,
    '0 out ok counted': 4,
    '1 in ok counted': 5,
    '1 out ok counted': 5,
    '2 in ok counted': 5,
    '2 out ok counted': 5,
    '3 in ok undone': 1,
  })
  const { double_entries } = board.parse(await read('board')).data
  expect(double_entries.filter(({ name }) => names.includes(name))).toEqual([])
  const guests = guestList.parse(await read(`guests?search=${people[0]?.code}`)).data
  const [inside] = guests.filter(({ _id }) => _id === people[0]?._id)
  expect(inside).toMatchObject({ checked_in_at: expect.any(String), checked_out_at: null })
})

/** Returns the leaders' conference of the demo, a family of it whose people have all paid, and people who come alone. */
async function conference(request: APIRequestContext) {
  const headers = await bearerOf(request, '/api/v1/auth/login/checkin-user', 'checkin@shiloh.example')
  const events = gateEvents.parse(await (await request.get('/api/v1/check-in-users/events', { headers })).json()).data
  const event = events.find(({ name }) => name.startsWith('Leaders’ Conference'))
  if (!event) throw new Error('The check-in user of the demo does not stand at the conference.')
  const query = `event_id=${event._id}&page_size=500`
  const answer = await request.get(`/api/v1/check-in-users/reservations?${query}`, { headers })
  const people = gatePeople
    .parse(await answer.json())
    .data.filter(({ status, checked_in_at }) => status === 'active' && checked_in_at === null)
  const first = people.find(({ party }) => party > 3)
  const alone = people.filter(({ party }) => party === 1)
  const take = (nth: number): GatePerson => {
    const person = alone[nth]
    if (!person) throw new Error('The conference of the demo has too few people.')
    return person
  }
  return { event, family: people.filter(({ reservation_id }) => reservation_id === first?.reservation_id), take }
}

test('a family comes in together: their code asks who is there, and never lets anybody in twice @phone', async ({
  page,
  request,
}) => {
  const { event, family } = await conference(request)
  const [mother, child, ...others] = family
  if (!mother || !child) throw new Error('The family is too small.')
  const gate = gatePage(page)
  await gate.signIn()
  await gate.namePhone('Family phone')
  await gate.chooseEvent(event.name)
  await gate.type(mother.code)
  await expect(page.getByRole('heading', { name: 'Who is here?' })).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(family.length)
  await expect(page.getByRole('checkbox').first()).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: mother.name }).check()
  await page.getByRole('checkbox', { name: child.name }).check()
  await page.getByRole('button', { name: 'Check in 2 people' }).click()
  await gate.expectSaid('Welcome', mother.name)
  await gate.expectSaid('Welcome', child.name)
  for (const { name } of others) await expect(gate.said).not.toContainText(name)
  await expectAccessible(page)
  await gate.next()

  // Typed again, on this phone or another one: it asks, and counts nobody.
  await gate.type(mother.code)
  await expect(page.getByRole('checkbox', { name: mother.name })).toBeDisabled()
  await expect(page.getByRole('checkbox', { name: child.name })).toBeDisabled()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Code below the QR code')).toBeVisible()

  // A QR code is that of one person. The others are ticked below the result.
  const [third, ...rest] = others
  if (!third) throw new Error('The family is too small.')
  await gate.type(await qrOf(request, third))
  await gate.expectSaid('Welcome', third.name)
  for (const one of rest) {
    await page.getByRole('button', { name: 'Who else is here?' }).click()
    await page.getByRole('checkbox', { name: one.name }).check()
    await page.getByRole('button', { name: 'Check in 1 person' }).click()
    await gate.expectSaid('Welcome', one.name)
  }
  await gate.next()
  await gate.type(mother.code)
  await gate.expectSaid('Already inside', mother.code)
})

test('a full point warns, and refuses nobody @phone', async ({ page, request }) => {
  const { event, take } = await conference(request)
  const [first, second] = [take(0), take(1)]
  const headers = await bearerOf(request, '/api/v1/admin/auth/login', 'admin@shiloh.example')
  const address = `/api/v1/admin/events/${event._id}`
  const { scan_points } = adminEvent.parse(await (await request.get(address, { headers })).json()).data
  const hall = scan_points.find(({ name }) => name === 'Hall 3')
  expect(hall, 'The demo has a third hall.').toBeDefined()
  const saved = await request.put(address, {
    headers,
    data: { scan_points: scan_points.map((point) => (point === hall ? { ...point, capacity: 1 } : point)) },
  })
  expect(saved.status(), await saved.text()).toBe(200)
  const gate = gatePage(page)
  await gate.signIn()
  await gate.namePhone('Hall phone')
  await page.getByRole('radio', { name: event.name }).check()
  await page.getByRole('radio', { name: 'Hall 3' }).check()
  await gate.chooseEvent(event.name)
  await gate.type(await qrOf(request, first))
  await gate.expectSaid('Welcome', first.name)
  await expect(page.getByRole('banner')).toContainText('1 of 1')
  await expect(page.getByRole('banner')).toContainText('Full')
  await expectAccessible(page)
  await gate.next()
  await gate.type(await qrOf(request, second))
  await gate.expectSaid('Welcome', second.name)
  await gate.expectSaid('Full: 2 people are here, and there is room for 1.', second.name)
  await expectAccessible(page)
})

test('a typed code that the phone cannot check without a network lets nobody in before somebody says so @phone', async ({
  page,
  context,
  request,
}) => {
  const { event, take } = await conference(request)
  const [came, sent] = [take(2), take(3)]
  const gate = gatePage(page)
  await gate.signIn()
  await gate.namePhone('Phone without names')
  await expect(page.getByText('The app opens without a network')).toBeVisible()
  await gate.chooseEvent(event.name)
  await context.setOffline(true)
  // The key for names and typed codes is gone with the page.
  await page.reload()
  await expect(page.getByText('No network since')).toBeVisible()
  for (const { code } of [came, sent]) {
    await gate.type(code)
    await gate.expectSaid('Kept', code)
    await expectAccessible(page)
    await gate.next()
  }
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Look', exact: true }).click()
  const asked = (name: string) => page.getByRole('listitem').filter({ hasText: `${name} has paid. Did they come in?` })
  await expect(asked(came.name)).toBeVisible()
  await expect(asked(sent.name)).toBeVisible()
  await expectAccessible(page)
  await asked(sent.name).getByRole('button', { name: 'No' }).click()
  await asked(came.name).getByRole('button', { name: 'Yes, came in' }).click()
  await expect(page.getByRole('radio', { name: 'To look at 0' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Waiting 0' })).toBeVisible()
  const headers = await bearerOf(request, '/api/v1/auth/login/checkin-user', 'checkin@shiloh.example')
  const isIn = async ({ code }: GatePerson) => {
    const query = `event_id=${event._id}&search=${code}`
    const found = await request.get(`/api/v1/check-in-users/reservations?${query}`, { headers })
    return gatePeople.parse(await found.json()).data.map(({ checked_in_at }) => checked_in_at !== null)
  }
  expect([await isIn(came), await isIn(sent)]).toEqual([[true], [false]])
})

/** Returns an event of the demo that has not begun, with somebody who still owes, whom no other journey takes. */
async function owing(request: APIRequestContext) {
  const headers = await bearerOf(request, '/api/v1/auth/login/checkin-user', 'checkin@shiloh.example')
  const events = gateEvents.parse(await (await request.get('/api/v1/check-in-users/events', { headers })).json()).data
  const event = events.find(({ name }) => name.startsWith('Youth Leaders’ Camp'))
  const query = `event_id=${event?._id}&page_size=500`
  const answer = await request.get(`/api/v1/check-in-users/reservations?${query}`, { headers })
  const person = gatePeople
    .parse(await answer.json())
    .data.findLast(({ status, balance, party }) => status === 'pending' && balance > 0 && party === 1)
  if (!event || !person) throw new Error('Everybody in the demo has paid.')
  return { event, person }
}

test('the desk at a gate takes cash, and the person comes in when it is paid @phone', async ({ page, request }) => {
  const { event, person } = await owing(request)
  const gate = gatePage(page)
  await gate.signIn()
  await gate.namePhone('Phone of the desk')
  await gate.chooseEvent(event.name)
  await gate.type(person.code)
  await gate.expectSaid('Not paid', person.name)
  await page.getByRole('button', { name: 'Take cash' }).click()
  const received = page.getByRole('button', { name: /^Yes, GHS [\d,.]+ received$/ })
  await expect(received).toBeVisible()
  await expectAccessible(page)
  // A double tap takes no money: the question has to be there for a moment.
  const asked = await page.evaluate(() => performance.now())
  await page.waitForFunction((since) => performance.now() - since > 1000, asked)
  await received.click()
  await gate.expectSaid('Paid', person.name)
  await expect(gate.said).toContainText(/Receipt \d{6}. Not checked in yet/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Check in now' }).click()
  await gate.expectSaid('Welcome', person.name)
})

test('the rehearsal reads the practice code with the camera, and goes on after a reload @phone', async ({
  playwright,
  baseURL,
}, info) => {
  const film = info.outputPath('practice.y4m')
  writeCameraFilm(film, practiceText(baseURL ?? ''))
  const { executablePath, env } = await findChromium()
  const browser = await playwright.chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: [...chromiumFlags, ...cameraFlags(film)],
  })
  try {
    const page: Page = await browser.newContext().then((context) => context.newPage())
    const gate = gatePage(page)
    await gate.signIn()
    await gate.namePhone('Rehearsing phone')
    await page.getByRole('button', { name: 'Rehearse without a network' }).click()
    await page.getByRole('button', { name: 'Switch the network off' }).click()
    await page.getByRole('button', { name: 'Use the camera' }).click()
    await expect(page.getByText('Ama Practice')).toBeVisible()
    await expect(page.getByText('1 scan waits, also after a restart')).toBeVisible()
    await page.reload()
    await expect(page.getByText('1 scan waits, also after a restart')).toBeVisible()
    await expect(page.getByText('Decided on this phone, before the page was loaded again')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Switch the network on' }).click()
    await expect(page.getByRole('heading', { name: 'It works without a network' })).toBeVisible()
  } finally {
    await browser.close()
  }
})
