import { type APIRequestContext, expect } from '@playwright/test'
import { z } from 'zod'
import { demoPassword, type NewPerson } from '../pages/identity.ts'
import { lastMessage } from './outbox.ts'

const signedIn = z.object({ data: z.object({ access_token: z.string() }) })
const roles = z.object({ data: z.array(z.object({ _id: z.string(), name: z.string() })) })

/** The headers of an administrator's calls. */
export async function asAdmin(
  request: APIRequestContext,
  email = 'admin@shiloh.example',
  password = demoPassword,
): Promise<{ authorization: string }> {
  const answer = await request.post('/api/v1/admin/auth/login', { data: { email, password } })
  return { authorization: `Bearer ${signedIn.parse(await answer.json()).data.access_token}` }
}

/** Creates an administrator with one of the seeded roles, who has accepted the invitation. */
export async function makeAdmin(request: APIRequestContext, person: NewPerson, role: string): Promise<void> {
  const headers = await asAdmin(request)
  const found = roles.parse(await (await request.get('/api/v1/admin/permissions/user-role', { headers })).json())
  const roleId = found.data.find(({ name }) => name === role)?._id
  const invited = await request.post('/api/v1/admin/admin-users', {
    headers,
    data: { email: person.email, first_name: 'Adwoa', last_name: 'Sarpong', role_ids: [roleId] },
  })
  expect(invited.status(), await invited.text()).toBe(201)
  const { links } = await lastMessage(request, person.email)
  const token = new URL(links[0] ?? '').searchParams.get('token') ?? ''
  const { password } = person
  const accepted = await request.post('/api/v1/admin/auth/register', {
    data: { token, password, password_confirmation: password },
  })
  expect(accepted.ok(), await accepted.text()).toBe(true)
}
