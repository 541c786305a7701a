// @vitest-environment happy-dom
import { type Task, taskRoutes } from '@shiloh/contract/tasks'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createI18n, translator } from '#platform/i18n'
import { Toasts } from '#ui/feedback/toast'
import { useListAddress } from '#ui/list/list-address'
import { sampleTask } from '../../../test/sample-task.ts'
import { fill, idOf, showScreen } from '../../../test/screen.tsx'
import { TaskDrawer } from './drawer.tsx'
import { texts } from './texts.ts'

const t = translator(createI18n('en'), texts)
const task = sampleTask({
  title: 'Print badges',
  ticket: { _id: idOf(9), name: 'My phone number has changed' },
  checklist: [{ _id: idOf(6), text: 'Paper', done: false }],
})
const other: Task = { ...task, _id: idOf(7), title: 'Order chairs', checklist: [] }

function Page() {
  const { filters, change } = useListAddress(['task'])
  return (
    <>
      <button type="button" onClick={() => change({ task: other._id })}>
        {other.title}
      </button>
      <button type="button" onClick={() => change({ search: 'badges' })}>
        Search
      </button>
      {filters['task'] ? (
        <TaskDrawer id={filters['task']} onClose={() => change({ task: undefined })} />
      ) : (
        <p>Closed</p>
      )}
      <Toasts />
    </>
  )
}

const show = () =>
  showScreen(
    Page,
    (server) => {
      server.answer(taskRoutes.get, ({ params }) => (params['id'] === other._id ? other : task))
      server.answer(taskRoutes.tick, { ...task, checklist: [{ _id: idOf(6), text: 'Paper', done: true }] })
      server.answer(taskRoutes.update, task)
      server.answer(taskRoutes.comments, [])
      server.answer(taskRoutes.assignees, [])
    },
    { path: `/?task=${task._id}` },
  )
const patient = { timeout: 20_000 }

it('takes the focus beside the board, which stays in use', async () => {
  await show()
  const panel = await screen.findByRole('dialog', {}, patient)
  await waitFor(() => expect(document.activeElement).toBe(panel), patient)
  expect(panel.getAttribute('aria-modal')).toBe('false')
})

it('asks before a comment that was not sent is lost', async () => {
  const { user } = await show()
  const field = await screen.findByLabelText(t('comment'), {}, patient)
  await user.click(field)
  await fill(user, field, 'Ask the printer first.')
  await user.keyboard('{Escape}')
  expect(screen.queryByText('Closed')).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Leave' }, patient))
  expect(await screen.findByText('Closed', {}, patient)).toBeTruthy()
})

it('asks before another task takes its place, and not when the list beside it changes', async () => {
  const { user } = await show()
  const field = await screen.findByLabelText(t('comment'), {}, patient)
  await user.click(field)
  await fill(user, field, 'Ask the printer first.')
  await user.click(screen.getByRole('button', { name: 'Search' }))
  expect(screen.queryByRole('button', { name: 'Leave' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Order chairs' }))
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }, patient))
  expect(screen.getByLabelText(t('comment'))).toHaveProperty('value', 'Ask the printer first.')
  await user.click(screen.getByRole('button', { name: 'Order chairs' }))
  await user.click(await screen.findByRole('button', { name: 'Leave' }, patient))
  expect(await screen.findByRole('heading', { name: 'Order chairs' }, patient)).toBeTruthy()
  expect(screen.getByLabelText(t('comment'))).toHaveProperty('value', '')
})

it('closes on Escape after a line was ticked, which is saved at once, and leads to the ticket of the task', async () => {
  const { user, server } = await show()
  expect((await screen.findByRole('link', { name: 'My phone number has changed' }, patient)).getAttribute('href')).toBe(
    `/admin/support/${idOf(9)}`,
  )
  await user.click(screen.getByLabelText('Paper'))
  await waitFor(() => expect(server.calls(taskRoutes.tick)).toHaveLength(1), patient)
  await user.keyboard('{Escape}')
  expect(await screen.findByText('Closed', {}, patient)).toBeTruthy()
})

it('leads to the letter of invitation of each place that its person has', async () => {
  const document = (number: number, code: string) => ({ _id: idOf(number), code, event: `Event ${code}` })
  const { server } = await showScreen(
    Page,
    (server) => {
      server.answer(taskRoutes.get, { ...task, opens: 'invitation_letter', documents: [document(20, 'A1')] })
      server.answer(taskRoutes.comments, [])
      server.answer(taskRoutes.assignees, [])
    },
    { path: `/?task=${task._id}` },
  )
  const link = await screen.findByRole('link', { name: t('letter') }, patient)
  expect(link.getAttribute('href')).toBe(`/admin/reservations/${idOf(20)}?letter=write`)
  expect(server.calls(taskRoutes.get).length).toBeGreaterThan(0)
})

it('takes back in the toast that a line of the checklist was removed', async () => {
  const { user, server } = await show()
  await user.click(await screen.findByRole('button', { name: t('remove_line', { text: 'Paper' }) }, patient))
  await user.click(await screen.findByRole('button', { name: t('undo') }, patient))
  await waitFor(
    () =>
      expect(server.calls(taskRoutes.update).map(({ body }) => body)).toEqual([
        { checklist: [] },
        { checklist: [{ _id: idOf(6), text: 'Paper', done: false }] },
      ]),
    patient,
  )
})
