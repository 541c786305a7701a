import { LOGO_FIELD, SETTINGS_UPDATES, type settingsRoutes } from '@shiloh/contract/organisation'
import { isAllowed } from '@shiloh/contract/permissions'
import type { z } from 'zod'
import { type Handlers, reads, writes } from '#http/binder'
import { hiddenFrom } from '#platform/auth/denied'
import { namesHidden } from '#platform/auth/denied.store'
import type { ReadContext, WriteContext } from '#platform/context'
import { requireVersion } from '#platform/db/edits.store'
import { found } from '#platform/db/found'
import { requireTextsLanguage } from '#platform/db/languages.store'
import { AppError, fieldErrors, invalid } from '#platform/errors'
import { saveFile } from '#platform/files/files.store'
import { phoneField } from '#platform/text/phone'
import {
  countryExists,
  findFile,
  lockSettings,
  publicSettingsOf,
  readClientGroup,
  readEditedGroup,
  readSettings,
  readVersions,
  saveSettings,
  updateClientGroup,
} from './settings.store.ts'

const LOGO_SIDE = 512

const everything = async (ctx: ReadContext) => ({
  ...(await readSettings(ctx.db)),
  client_group: await readEditedGroup(ctx.db),
  versions: await readVersions(ctx.db),
})

const parse = <S extends z.ZodType>(schema: S, body: unknown): z.output<S> => {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw invalid(fieldErrors(parsed.error, body))
  return parsed.data
}

const registration = async (ctx: ReadContext) => {
  const { sign_ups_disabled, password_complexity_settings } = publicSettingsOf(await readSettings(ctx.db), ctx.language)
  return { sign_ups_disabled, password_complexity_settings }
}

/** Merges a patch. Unlike a spread, an absent field does not become undefined. */
const merged = <T extends object>(before: T, patch: { [K in keyof T]?: T[K] | undefined }): T => ({
  ...before,
  ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)),
})

const updateGroup = async (ctx: WriteContext, body: unknown): Promise<void> => {
  const patch = parse(SETTINGS_UPDATES.client_group.strict(), body)
  const group = await readClientGroup(ctx.tx)
  if (patch.country !== undefined && !(await countryExists(ctx.tx, patch.country)))
    throw invalid([{ field: 'country', code: 'not_found' }])
  const phone = patch.phone ? phoneField(patch.phone, patch.country ?? group.country) : patch.phone
  await updateClientGroup(ctx.tx, ctx.now, { ...patch, phone })
}

const updateOne = async (ctx: WriteContext, name: keyof typeof SETTINGS_UPDATES, body: unknown): Promise<void> => {
  const before = await readSettings(ctx.tx)
  switch (name) {
    case 'client_group':
      return updateGroup(ctx, body)
    case 'general_settings':
      return saveSettings(ctx.tx, ctx.now, name, merged(before[name], parse(SETTINGS_UPDATES[name].strict(), body)))
    case 'security_settings':
      return saveSettings(ctx.tx, ctx.now, name, merged(before[name], parse(SETTINGS_UPDATES[name].strict(), body)))
    case 'message_settings':
      return saveSettings(ctx.tx, ctx.now, name, merged(before[name], parse(SETTINGS_UPDATES[name].strict(), body)))
    case 'password_complexity_settings':
      return saveSettings(ctx.tx, ctx.now, name, merged(before[name], parse(SETTINGS_UPDATES[name].strict(), body)))
  }
}

export const settingsHandlers: Handlers<typeof settingsRoutes> = {
  readSettings: reads(everything),
  updateSettings: writes(async (ctx, { params, body }) => {
    const { version, texts_language, ...patch } = body
    await lockSettings(ctx.tx)
    await requireTextsLanguage(ctx.tx, texts_language)
    const before = await everything(ctx)
    const { name } = params
    await requireVersion(ctx.tx, { resource: 'settings', objectId: name, version: before.versions[name] }, version)
    await updateOne(ctx, name, patch)
    const after = await everything(ctx)
    ctx.audit({
      action: 'update',
      resource: 'settings',
      objectId: params.name,
      before: before[params.name],
      after: after[params.name],
    })
    // Every open page reloads the settings, so that maintenance mode and idle timeout apply immediately.
    ctx.publish('staff', 'settings.changed')
    return after
  }),
  setLogo: writes(async (ctx, { files }) => {
    const upload = files.find((file) => file.field === LOGO_FIELD)
    const fileId = upload
      ? await saveFile(ctx.tx, ctx.now, await ctx.deps.files.storePicture(upload, LOGO_SIDE), {
          ownerId: null,
          purpose: 'logo',
          visibility: 'public',
        })
      : null
    const before = await readEditedGroup(ctx.tx)
    await updateClientGroup(ctx.tx, ctx.now, { logo_file_id: fileId })
    const after = await readEditedGroup(ctx.tx)
    ctx.audit({ action: 'update', resource: 'settings', objectId: 'client_group', before, after })
    return after
  }),
  readOrganisation: reads((ctx) => readClientGroup(ctx.db, ctx.language)),
  registrationSettings: reads(registration),
  adminRegistrationSettings: reads(registration),
  readFile: reads(async (ctx, { params }) => {
    const file = found(await findFile(ctx.db, params.id))
    // Files of imports and of long work have routes of their own, which ask for the right to them again.
    if (file.purpose === 'activity' || file.purpose === 'import') throw new AppError('not_found')
    const isPublic = file.visibility === 'public'
    if (!isPublic) {
      const { id, userType, authorization, lacksSecondStep } = ctx.caller
      const isOwner = file.visibility === 'owner' && file.owner_id === id
      // Files sent to support are for the support desk, not for all administrators.
      const isStaff =
        userType === 'admin' &&
        !lacksSecondStep &&
        (file.purpose !== 'ticket_attachment' || isAllowed(authorization, 'support_tickets.read'))
      if (!isOwner && !isStaff) throw new AppError('forbidden')
      const hidden = isOwner ? undefined : hiddenFrom(authorization)
      if (
        hidden &&
        file.ticket_id !== null &&
        (await namesHidden(ctx.db, hidden, [{ kind: 'question', id: file.ticket_id }]))
      )
        throw new AppError('forbidden')
    }
    return {
      name: file.name,
      mime: file.mime,
      body: await ctx.deps.files.read(file.storage_key),
      // Pages display it. Opened by its own URL it is downloaded, because uploads must never run on the church's
      // origin.
      ...(isPublic ? { publicFor: 31_536_000, etag: file.sha256.slice(0, 32) } : {}),
    }
  }),
}
