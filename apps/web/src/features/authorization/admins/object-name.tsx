import { authorizationRoutes } from '@shiloh/contract/authorization'
import type { Route } from '@shiloh/contract/core'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import { call } from '#platform/api'
import { argumentsOf } from '#platform/client'
import { keyOf } from '#platform/queries'

const named = {
  users: { route: authorizationRoutes.getUser, to: '/admin/users/$id' },
  admin_users: { route: authorizationRoutes.getAdminUser, to: '/admin/admin-users/$id' },
  checkin_users: { route: authorizationRoutes.getCheckinUser, to: '/admin/check-in-users/$id' },
  events: { route: adminEventRoutes.readAdminEvent, to: '/admin/events/$id' },
} as const
type Named = keyof typeof named
const nameIn = z.object({ name: z.string() })
const isNamed = (resource: string): resource is Named => Object.hasOwn(named, resource)

function Known({ resource, id }: { resource: Named; id: string }) {
  const { route, to } = named[resource]
  const { data } = useQuery({
    queryKey: [...keyOf(route), 'name', id],
    queryFn: async () => nameIn.parse(await call<Route>(route, ...argumentsOf<Route>({ params: { id } }))),
  })
  return (
    <Link to={to} params={{ id }}>
      {data?.name ?? id}
    </Link>
  )
}

/** The object of an exception, by name if it has a page, or else by id. */
export function ObjectName({ resource, id }: { resource: string; id: string }) {
  return isNamed(resource) ? <Known resource={resource} id={id} /> : <code>{id}</code>
}
