import type { EditChange } from '@shiloh/contract/error-data'
import type { Resource } from '@shiloh/contract/permissions'
import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import type { Queryable, Tx } from './db.ts'

const record = z.record(z.string(), z.unknown()).catch({})
/** Fields that every change modifies, or that are only counted. */
const UNSAID = new Set(['version', 'updated_at', 'allowed', 'problems', 'claimed', 'permissions'])
const MAX_CHANGES = 20

/** Returns the names of the fields that differ. */
const differing = (before: unknown, after: unknown): string[] => {
  const [was, is] = [record.parse(before), record.parse(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => !UNSAID.has(name) && JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  )
}

/** Returns the last changes of an object from the audit trail, newest first. */
const lastChanges = async (db: Queryable, resource: string, objectId: string, count: number): Promise<EditChange[]> => {
  const rows = await db
    .selectFrom('audit_trail')
    .select(['actor_name', 'at', 'before', 'after'])
    .where('resource', '=', resource)
    .where('object_id', '=', objectId)
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .limit(Math.min(count, MAX_CHANGES))
    .execute()
  return rows.map(({ actor_name, at, before, after }) => ({
    by: actor_name,
    at: at.toISOString(),
    fields: differing(before, after),
  }))
}

/** Returns whether somebody did this with an object after an instant, as the audit trail says. */
export const wasActedOn = async (
  db: Queryable,
  of: { readonly resource: Resource; readonly objectId: string; readonly action: string; readonly since: Date },
): Promise<boolean> => {
  const row = await db
    .selectFrom('audit_trail')
    .select('seq')
    .where('object_id', '=', of.objectId)
    .where('resource', '=', of.resource)
    .where('action', '=', of.action)
    .where('at', '>', of.since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Refuses a change based on an outdated version. The caller has locked the row. A request without a version (a script,
 * or a person who decided to overwrite after a conflict) is accepted.
 * @throws edit_conflict with who changed what, and the current version
 */
export const requireVersion = async (
  db: Queryable,
  of: { readonly resource: Resource; readonly objectId: string; readonly version: number },
  given: number | null | undefined,
): Promise<void> => {
  if (given === undefined || given === null || given === of.version) return
  const changes = await lastChanges(db, of.resource, of.objectId, Math.max(1, of.version - given))
  throw new AppError('edit_conflict', { data: { version: of.version, changes } })
}

/** Locks a row that several people edit. Returns its version, or undefined if it is gone. */
export const lockVersion = async (tx: Tx, table: 'policies' | 'roles', id: string): Promise<number | undefined> =>
  (await tx.selectFrom(table).select('version').where('id', '=', id).forUpdate().executeTakeFirst())?.version

/** Increments the version of a row. */
export const nextVersion = sql<number>`version + 1`
