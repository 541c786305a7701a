// @vitest-environment happy-dom
import { type Workflow, workflowRoutes } from '@shiloh/contract/workflows'
import { screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { keepFocus } from '#platform/keep-focus'
import { idOf, showScreen } from '../../../test/screen.tsx'
import { BuilderPage } from './builder-page.tsx'

const show = (workflow?: Workflow) => {
  onTestFinished(keepFocus().end)
  return showScreen(
    () => (
      <main>
        <BuilderPage />
      </main>
    ),
    (server) => {
      if (workflow) server.answer(workflowRoutes.get, workflow)
      server.answerList(workflowRoutes.listRuns, [])
      server.answer(workflowRoutes.options, {
        triggers: [],
        anchors: [],
        fields: [
          {
            field: 'event',
            type: 'choice',
            of: ['reservation'],
            operators: ['is', 'is_not'],
            values: [{ value: 'camp', name: 'Camp' }],
          },
        ],
        steps: [],
        templates: ['Welcome', 'Thanks'].map((name, index) => ({
          _id: idOf(index + 1),
          name,
          channels: ['mail' as const],
        })),
        roles: [],
        committee_types: [],
      })
    },
    workflow && { path: '/admin/workflow/$id' },
  )
}
const isFocused = (name: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })))

it('gives what is added the focus, and what follows it when it is removed', async () => {
  const { user } = await show()
  const name: HTMLInputElement = await screen.findByLabelText('Name')
  await waitFor(() => expect(document.activeElement).toBe(name))
  await user.keyboard('Welcome')
  expect(name.value).toBe('Welcome')

  await user.click(screen.getByRole('button', { name: 'Add a condition' }))
  await isFocused('Which conditions: the event')

  screen.getByRole('button', { name: 'Add a step' }).focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('menuitem', { name: 'Create a task' })
  await user.keyboard('{Escape}')
  await isFocused('Add a step')
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('menuitem', { name: 'Create a task' }))
  await isFocused('Create a task: nobody yet')
  screen.getByRole('button', { name: 'Remove this step' }).focus()
  await user.keyboard('{Enter}')
  await isFocused('Add a step')
})

it('chooses no template among several by itself', async () => {
  const { user, server } = await show()
  await user.click(await screen.findByRole('button', { name: 'Add a step' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Send a message' }))
  await screen.findByRole('button', { name: 'Send a message: choose …' })
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findByRole('alert')
  expect(server.calls(workflowRoutes.create)).toEqual([])
})

it('shows the word that is missing instead of saving', async () => {
  const { user, server } = await show()
  await user.click(await screen.findByRole('button', { name: 'Add a condition' }))
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await isFocused('the event: choose …')
  expect(screen.getByRole('alert').textContent).toBe('Fill in the words that are still missing.')
  expect(server.calls(workflowRoutes.create)).toEqual([])
})

it('says why a workflow with unsaved changes is neither turned off nor taken over', async () => {
  const { user, server } = await show({
    _id: idOf(7),
    name: 'Welcome',
    description: '',
    enabled: true,
    version: 1,
    trigger: 'user_registered',
    moment: null,
    conditions: { match: 'all', list: [] },
    steps: [],
    gone: [],
    author: { _id: idOf(8), name: 'Kofi Boateng' },
    hindrance: 'author_forbidden',
    runs: { total: 0, live: 0, failed: 0, done: 0 },
    created_at: '2026-11-01T08:00:00.000Z',
    updated_at: '2026-11-01T08:00:00.000Z',
  })
  const name = await screen.findByLabelText('Name')
  expect(screen.getByRole('button', { name: 'Turn off' }).getAttribute('aria-disabled')).toBeNull()
  await user.type(name, ' home')
  for (const off of ['Turn off', 'Continue in my name']) {
    const button = screen.getByRole('button', { name: off })
    button.focus()
    expect(document.activeElement).toBe(button)
    await waitFor(() =>
      expect(screen.getAllByRole('tooltip').map(({ textContent }) => textContent)).toContain(
        'Save your changes first.',
      ),
    )
    await user.click(button)
  }
  expect(server.calls(workflowRoutes.update)).toEqual([])
})
