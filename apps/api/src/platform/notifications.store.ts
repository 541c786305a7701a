import type { Tx } from './db.ts'

export interface NewNotification {
  readonly userId: string
  readonly kind: string
  /** In the person's own language. */
  readonly title: string
  readonly body?: string
  /** A page of the app, without its origin. */
  readonly link?: string
}

/** Notifications in the app. Hint the person's pages with `ctx.publish(\`user:${id}\`, 'notifications.changed')`. */
export const insertNotifications = async (
  tx: Tx,
  now: Date,
  notifications: readonly NewNotification[],
): Promise<void> => {
  if (notifications.length === 0) return
  await tx
    .insertInto('notifications')
    .values(
      notifications.map(({ userId, kind, title, body, link }) => ({
        user_id: userId,
        kind,
        title,
        body: body ?? '',
        link: link ?? null,
        created_at: now,
      })),
    )
    .execute()
}
