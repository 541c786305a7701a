import type { Tx } from './db.ts'

/** Tells staff about something they must look at; the same thing is one alert until it is resolved. */
export const raiseAlert = async (
  tx: Tx,
  kind: string,
  subject: string,
  data: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<void> => {
  const json = JSON.stringify(data)
  await tx
    .insertInto('alerts')
    .values({ kind, subject, data: json, created_at: now })
    .onConflict((conflict) => conflict.columns(['kind', 'subject', 'resolved_at']).doUpdateSet({ data: json }))
    .execute()
}
