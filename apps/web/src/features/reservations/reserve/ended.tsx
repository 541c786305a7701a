import type { ReactNode } from 'react'
import { ClientShell } from '#ui/shell/client-shell'
import { PageHeader } from '#ui/shell/page-header'
import { NotificationsBell } from '../../identity/index.ts'

/** Instead of the wizard: the way on, in the frame of the members' area. */
export function Ended({ event, children }: { event: { readonly name: string }; children: ReactNode }) {
  return (
    <ClientShell area="client" tools={<NotificationsBell />}>
      <PageHeader title={event.name} />
      {children}
    </ClientShell>
  )
}
