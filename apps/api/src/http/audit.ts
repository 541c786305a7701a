import type { Route } from '@shiloh/contract/core'
import type { FastifyRequest } from 'fastify'
import { type AuditEntry, appendAudit } from '#platform/audit/audit.store'
import type { Tx } from '#platform/db/db'
import type { Endpoint } from './binder.ts'
import type { Credentials } from './credentials.ts'

/** Returns whether a route is a write by an administrator, which always leaves an audit entry. */
export const isAdminWrite = ({ access, method, asks }: Route): boolean =>
  access.kind === 'can' && method !== 'GET' && !asks

/**
 * Returns the audit entries of one transaction: the handler's own or, for a write by an administrator, one with the
 * request's input.
 */
export const auditEntries = (
  { route, name }: Pick<Endpoint, 'route' | 'name'>,
  own: readonly AuditEntry[],
  sent: { readonly objectId: string | undefined; readonly body: unknown },
): readonly AuditEntry[] => {
  if (own.length > 0 || route.access.kind !== 'can' || !isAdminWrite(route)) return own
  const [resource = ''] = route.access.permission.split('.')
  return [{ action: name, resource, objectId: sent.objectId, after: sent.body }]
}

/** Writes the entries of one transaction, with the actor. Returns whether there were any. */
export const saveAudit = async (
  tx: Tx,
  { caller, token }: Credentials,
  { ip, id: requestId }: Pick<FastifyRequest, 'ip' | 'id'>,
  now: Date,
  entries: readonly AuditEntry[],
): Promise<boolean> => {
  if (entries.length === 0) return false
  await appendAudit(
    tx,
    { id: caller?.id ?? (token?.userId || null), name: caller?.name ?? '', ip, requestId },
    now,
    entries,
  )
  return true
}
