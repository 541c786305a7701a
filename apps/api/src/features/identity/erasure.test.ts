import { activityRoutes } from '@shiloh/contract/activities'
import { alertRoutes } from '@shiloh/contract/alerts/alerts'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { exportRoutes } from '@shiloh/contract/exports'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { importRoutes } from '@shiloh/contract/imports'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { savedViewRoutes } from '@shiloh/contract/saved-views'
import { taskRoutes } from '@shiloh/contract/tasks'
import { workflowRoutes } from '@shiloh/contract/workflows'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inWork } from '#platform/jobs/work'
import { raiseAlert } from '#platform/messaging/alerts.store'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

let t: TestApp
let office: TestAccount
beforeAll(async () => {
  t = await testApp()
  office = await t.account({ type: 'admin', permissions: PERMISSIONS })
  const approval = { kind: 'approval' as const, role_id: null, question: 'Welcome them?', days: 3 }
  const made = await t.call(workflowRoutes.create, {
    as: office,
    body: {
      name: 'Greet',
      enabled: true,
      trigger: 'user_registered',
      conditions: { match: 'all', list: [] },
      steps: [{ ...approval, approved: [], declined: [], no_answer: [] }],
    },
  })
  expect(made.errors).toEqual([])
})
afterAll(() => t.close())

/** Runs these jobs and all that are due. */
const run = async (...tasks: string[]) => {
  for (const task of tasks) await t.database.pool.query('select graphile_worker.add_job($1)', [task])
  await t.app.deps.jobs.drain()
}

/** Names the tables with rows that hold these words. The audit trail keeps who did what. */
const holding = async (words: string): Promise<string[]> => {
  const { rows: tables } = await t.database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
     and table_name <> 'audit_trail' order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await t.database.pool.query(
      `select to_jsonb(r)::text as row from "${name}" r where to_jsonb(r)::text ilike '%' || $1 || '%'`,
      [words],
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

const ended = {
  erased: (person: TestAccount) => t.call(identityRoutes.eraseAccount, { as: person }),
  deleted: ({ id }: TestAccount) => t.call(authorizationRoutes.removeUser, { as: office, params: { id } }),
}

test.each([
  ['erased', 'Quaxley', '0244700701'],
  ['deleted', 'Quibbell', '0244700702'],
] as const)('nothing says the name of somebody who was %s', async (how, last_name, phone) => {
  const name = `Zorrina ${last_name}`
  const person = await t.account({
    columns: { first_name: 'Zorrina', last_name, phone: phone.replace('0', '+233') },
  })
  await run('run_workflows')
  await inWork(t.app.deps, ({ tx, now }) =>
    raiseAlert(tx, 'title_to_confirm', person.id, { user_id: person.id, name, title: 'Elder' }, now),
  )
  await run('watch_alerts')
  await run('mail_alerts')
  const { data: task } = await t.call(taskRoutes.create, {
    as: office,
    body: { title: `Call ${name}`, description: `${name} is ill`, user_id: person.id, assignee_id: office.id },
  })
  await t.call(taskRoutes.comment, { as: office, params: { id: task._id }, body: { body: `${name} is well` } })
  await t.call(savedViewRoutes.saveView, {
    as: office,
    body: {
      list: 'users',
      name: `A list, ${how}`,
      shared: false,
      query: { search: name.toLowerCase() },
      columns: null,
    },
  })
  const { data: file } = await t.call(importRoutes.prepareImport, {
    as: office,
    body: { resource: 'users' },
    files: [
      {
        field: 'file',
        name: 'list.csv',
        bytes: Buffer.from(`last_name,first_name,other_names,phone\n${last_name},Zorrina,of ${last_name},${phone}\n`),
      },
    ],
  })
  const params = { id: file._id }
  const mapping = Object.fromEntries(file.columns.map((column) => [column.name, column.header]))
  await t.call(importRoutes.checkImport, { as: office, params, body: { mapping } })
  await t.call(importRoutes.startImport, { as: office, params })
  const asked = await t.call(exportRoutes.startExport, {
    as: office,
    body: { address: '/admin/users/export/all?format=csv&headers=names&user_type=user' },
  })
  const titles = await t.call(exportRoutes.startExport, {
    as: office,
    body: { address: '/admin/title/export?format=csv&headers=names' },
  })
  await run('run_workflows')
  expect((await t.call(importRoutes.getImport, { as: office, params })).data).toMatchObject({ updated: 1 })
  const download = (id: string) => t.call(activityRoutes.downloadActivity, { as: office, params: { id } })
  expect((await download(asked.data.activity_id)).raw.toString()).toContain(last_name)
  expect(await holding(last_name)).toEqual(
    expect.arrayContaining(['alerts', 'import_changes', 'messages', 'notifications', 'saved_views', 'tasks', 'users']),
  )
  expect((await t.call(workflowRoutes.listApprovals, { as: office })).data).toHaveLength(1)

  expect((await ended[how](person)).status).toBe(200)
  await t.app.deps.jobs.drain()

  expect(await holding(last_name)).toEqual([])
  expect((await t.call(workflowRoutes.listApprovals, { as: office, query: { state: 'open' } })).data).toEqual([])
  expect((await t.call(workflowRoutes.listRuns, { as: office })).data[0]).toMatchObject({
    state: 'ended',
    reason: 'person_erased',
  })
  expect((await t.call(alertRoutes.listAlerts, { as: office })).data.map(({ kind }) => kind)).not.toContain(
    'title_to_confirm',
  )
  const files = await t.call(importRoutes.downloadImport, { as: office, params })
  expect([files.code, (await download(asked.data.activity_id)).code]).toEqual(['file_erased', 'file_erased'])
  expect((await t.call(importRoutes.getImport, { as: office, params })).data).toMatchObject({
    has_file: false,
    file_erased: true,
  })
  expect(
    (await t.call(activityRoutes.getActivity, { as: office, params: { id: asked.data.activity_id } })).data,
  ).toMatchObject({ state: 'done', file: null, error: expect.stringContaining('was deleted') })
  expect((await download(titles.data.activity_id)).status).toBe(200)
  const picked = await t.call(authorizationRoutes.pickUsers, { as: office, query: { search: 'Erased person' } })
  expect(picked.data).toEqual([])
})
