// @vitest-environment happy-dom
import { adminEventRoutes } from '@shiloh/contract/events/events'
import { type Task, taskRoutes } from '@shiloh/contract/tasks'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { sampleTask } from '../../../test/sample-task.ts'
import { idOf, showScreen } from '../../../test/screen.tsx'
import { Calendar } from './calendar.tsx'

const task = (number: number, title: string, due_on: string, rest: Partial<Task> = {}): Task =>
  sampleTask({ _id: idOf(number), title, due_on, ...rest })

const rows = [
  task(1, 'Order badges', '2027-01-12'),
  task(2, 'Pay the hall', '2027-01-04', { late_days: 3 }),
  task(3, 'Print the list', '2027-01-12', { status: 'done' }),
  ...[4, 5, 6].map((number) => task(number, `Call ${number}`, '2027-01-12')),
]

const show = async () => {
  vi.useFakeTimers({ now: new Date('2027-01-07T10:00:00Z'), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const opened: string[] = []
  const added: string[] = []
  const shown = await showScreen(
    () => <Calendar query={{}} onOpen={({ title }) => opened.push(title)} onAdd={(day) => added.push(day)} />,
    (server) => {
      server.answerList(taskRoutes.list, ({ query }) =>
        rows.filter(
          ({ due_on }) =>
            due_on !== null && due_on >= (query['due_from'] ?? '') && due_on <= (query['due_until'] ?? ''),
        ),
      )
      server.answerList(adminEventRoutes.listAdminEvents, [])
    },
  )
  return { ...shown, opened, added }
}
/** The cell of a day, once the tasks of its month are there. */
const cell = async (day: string) => {
  const time = await waitFor(() => {
    const found = document.querySelector(`time[datetime="${day}"]`)
    if (!found) throw new Error(`no ${day}`)
    return found
  })
  const place = time.closest('td')
  if (!place) throw new Error('no cell')
  return within(place)
}

it('asks for the weeks that the month touches, and shows each task on its day', async () => {
  const { server, user, opened } = await show()
  expect(await screen.findByText('Order badges')).toBeTruthy()
  expect(server.calls(taskRoutes.list)[0]?.query).toMatchObject({ due_from: '2026-12-28', due_until: '2027-01-31' })
  const busy = await cell('2027-01-12')
  expect(busy.getByText('Order badges')).toBeTruthy()
  // What an icon says to the eye, words say to others.
  expect(busy.getByRole('button', { name: /Print the list.*Done/ })).toBeTruthy()
  expect((await cell('2027-01-04')).getByRole('button', { name: /Pay the hall.*Late/ })).toBeTruthy()
  expect(document.querySelector('td[aria-current="date"] time')?.getAttribute('datetime')).toBe('2027-01-07')
  await user.click(busy.getByText('Order badges'))
  expect(opened).toEqual(['Order badges'])
})

it('shows four tasks of a day, the others when asked, and adds one to a day', async () => {
  const { user, added } = await show()
  const busy = await cell('2027-01-12')
  expect(await busy.findByText('Call 5')).toBeTruthy()
  expect(busy.queryByText('Call 6')).toBeNull()
  await user.click(busy.getByRole('button', { name: '1 more' }))
  expect(busy.getByText('Call 6')).toBeTruthy()
  await user.click(busy.getByRole('button', { name: /Add a task/ }))
  expect(added).toEqual(['2027-01-12'])
})

it('pages to other months and back to today', async () => {
  const { server, user } = await show()
  expect(await screen.findByText('Order badges')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Previous month' }))
  expect(screen.getByRole('heading', { name: 'December 2026' })).toBeTruthy()
  expect(await screen.findByText('Nothing is due this month.')).toBeTruthy()
  expect(server.calls(taskRoutes.list).at(-1)?.query).toMatchObject({ due_from: '2026-11-30', due_until: '2027-01-03' })
  await user.click(screen.getByRole('button', { name: 'Today' }))
  expect(screen.getByRole('heading', { name: 'January 2027' })).toBeTruthy()
})

it('opens at the week of today, which is below the fold late in a month', async () => {
  const into = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
  onTestFinished(() => into.mockRestore())
  await show()
  await waitFor(() => expect(into).toHaveBeenCalledOnce())
  expect(into.mock.contexts[0]).toBe(document.querySelector('time[datetime="2027-01-07"]')?.closest('td'))
})
