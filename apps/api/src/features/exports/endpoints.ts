import { exportRoutes } from '@shiloh/contract/exports'
import { bind, writes } from '#http/binder'
import { startActivity } from '#platform/activity/activity'
import { readAsked } from './ask.ts'
import { insertExport } from './store.ts'

export const endpoints = bind(exportRoutes, {
  startExport: writes(async (ctx, { body: { address, rows } }) => {
    const { tx, now, caller, language } = ctx
    const { permission } = await readAsked({ db: tx, now, caller }, ctx.deps.services.exports.find, address)
    const resource = permission.slice(0, permission.indexOf('.'))
    const activity_id = await startActivity(ctx, {
      kind: 'export',
      about: { resource },
      ownerId: caller.id,
      ...(rows !== undefined && { total: rows }),
      acts: ['stop'],
      task: 'run_export',
    })
    await insertExport(tx, { activity_id, user_id: caller.id, address, language, permission })
    ctx.audit({ action: 'export', resource, objectId: activity_id, after: { address } })
    return { activity_id }
  }),
})
