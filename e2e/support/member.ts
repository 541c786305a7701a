import { type APIRequestContext, expect } from '@playwright/test'
import { z } from 'zod'
import type { NewPerson } from '../pages/identity.ts'
import { lastMessage } from './outbox.ts'

const signedIn = z.object({ data: z.object({ access_token: z.string() }) })
const verifying = z.object({ data: z.object({ phone_verification_token: z.string() }) })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** The access token of an account, as the app would get it. */
export async function accessToken(request: APIRequestContext, email: string, password: string): Promise<string> {
  const answer = await request.post('/api/v1/auth/login', { data: { email, password } })
  return signedIn.parse(await answer.json()).data.access_token
}

/** A member with confirmed e-mail and phone, made through the API: what comes before the screens under test. */
export async function makeReadyMember(request: APIRequestContext, person: NewPerson): Promise<void> {
  const data = {
    ...person,
    password_confirmation: person.password,
    first_name: 'Ɛsi',
    last_name: 'Mensah',
    country: 'GH',
    accept_terms: true,
    is_not_member: true,
  }
  const registered = await request.post('/api/v1/auth/register', { multipart: { data: JSON.stringify(data) } })
  expect(registered.status()).toBe(201)
  const { links } = await lastMessage(request, person.email)
  const token = new URL(links[0] ?? '').searchParams.get('token') ?? ''
  expect((await request.post('/api/v1/auth/confirm-email', { data: { token } })).ok()).toBe(true)
  const headers = bearer(await accessToken(request, person.email, person.password))
  const asked = await request.post('/api/v1/auth/request-phone-verification', { headers, data: {} })
  const { phone_verification_token } = verifying.parse(await asked.json()).data
  const { codes } = await lastMessage(request, person.phone)
  const confirmed = await request.post('/api/v1/auth/confirm-phone', {
    headers: bearer(phone_verification_token),
    data: { code: codes[0] ?? '' },
  })
  expect(confirmed.ok()).toBe(true)
}
