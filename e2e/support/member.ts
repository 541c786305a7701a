import { type APIRequestContext, expect } from '@playwright/test'
import { z } from 'zod'
import { demoPassword, type NewPerson, newPerson } from '../pages/identity.ts'
import { lastMessage } from './outbox.ts'

const signedIn = z.object({ data: z.object({ access_token: z.string() }) })
const verifying = z.object({ data: z.object({ phone_verification_token: z.string() }) })
const activated = z.object({ data: z.object({ recovery_codes: z.array(z.string()) }) })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Returns the access token of an account, as the app would get it. */
export async function accessToken(request: APIRequestContext, email: string, password: string): Promise<string> {
  const answer = await request.post('/api/v1/auth/login', { data: { email, password } })
  return signedIn.parse(await answer.json()).data.access_token
}

/** Creates a member with a confirmed e-mail address through the API, to skip the screens before those under test. */
export async function makeMember(
  request: APIRequestContext,
  person: NewPerson,
  more: Readonly<Record<string, unknown>> = { is_not_member: true },
): Promise<void> {
  const data = {
    ...person,
    password_confirmation: person.password,
    first_name: 'Ɛsi',
    last_name: 'Mensah',
    country: 'GH',
    accept_terms: true,
    ...more,
  }
  const registered = await request.post('/api/v1/auth/register', { multipart: { data: JSON.stringify(data) } })
  expect(registered.status()).toBe(201)
  const { links } = await lastMessage(request, person.email)
  const token = new URL(links[0] ?? '').searchParams.get('token') ?? ''
  expect((await request.post('/api/v1/auth/confirm-email', { data: { token } })).ok()).toBe(true)
}

/** Creates a member with confirmed e-mail address and phone. Without a gender, the wizard asks for it. */
export async function makeReadyMember(
  request: APIRequestContext,
  person: NewPerson,
  gender: 'female' | null = 'female',
): Promise<void> {
  await makeMember(request, person)
  const headers = bearer(await accessToken(request, person.email, person.password))
  const asked = await request.post('/api/v1/auth/request-phone-verification', { headers, data: {} })
  const { phone_verification_token } = verifying.parse(await asked.json()).data
  const { codes } = await lastMessage(request, person.phone)
  const confirmed = await request.post('/api/v1/auth/confirm-phone', {
    headers: bearer(phone_verification_token),
    data: { code: codes[0] ?? '' },
  })
  expect(confirmed.ok()).toBe(true)
  if (gender) expect((await request.put('/api/v1/auth/profile', { headers, data: { gender } })).ok()).toBe(true)
}

/** Adds a second step by mail or SMS to a ready member. Returns the recovery codes. */
export async function addSecondStep(
  request: APIRequestContext,
  person: NewPerson,
  method: 'email' | 'sms',
): Promise<readonly string[]> {
  const headers = bearer(await accessToken(request, person.email, person.password))
  const to = method === 'email' ? person.email : person.phone
  expect((await request.post('/api/v1/mfa/enroll', { headers, data: { method } })).ok()).toBe(true)
  const { codes } = await lastMessage(request, to, 2)
  const answer = await request.post('/api/v1/mfa/activate', { headers, data: { method, code: codes[0] ?? '' } })
  return activated.parse(await answer.json()).data.recovery_codes
}

/** Returns the headers of a call by an administrator of the demo church. */
export async function asStaff(request: APIRequestContext, email = 'admin@shiloh.example') {
  const answer = await request.post('/api/v1/admin/auth/login', { data: { email, password: demoPassword } })
  return bearer(signedIn.parse(await answer.json()).data.access_token)
}

/** Changes a group of settings. Omitted fields stay. */
export async function setSettings(
  request: APIRequestContext,
  name: 'general_settings' | 'security_settings',
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const headers = await asStaff(request)
  expect((await request.put(`/api/v1/admin/settings/${name}`, { headers, data })).ok()).toBe(true)
}

/** Creates a woman with an account that can reserve. Returns her, and the headers of her requests. */
export async function makeWoman(request: APIRequestContext, project: string, name: string) {
  const person = newPerson(`${project}-${name}`)
  await makeReadyMember(request, person)
  const headers = { authorization: `Bearer ${await accessToken(request, person.email, person.password)}` }
  const data = { first_name: name, gender: 'female' }
  expect((await request.put('/api/v1/auth/profile', { headers, data })).ok()).toBe(true)
  return { person, headers }
}
