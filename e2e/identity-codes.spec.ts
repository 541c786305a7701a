import { expect } from '@playwright/test'
import { enterCode, expectPage, newPerson, signInPage } from './pages/identity.ts'
import { expectAccessible } from './support/axe.ts'
import { addSecondStep, makeReadyMember } from './support/member.ts'
import { lastMessage } from './support/outbox.ts'
import { test } from './support/own-server.ts'

for (const { method, to, sentence, already } of [
  { method: 'email', to: 'email', sentence: 'We sent a code to your e-mail address.', already: 3 },
  { method: 'sms', to: 'phone', sentence: 'We sent a code to your phone by SMS.', already: 2 },
] as const) {
  test(`a code by ${method} at the sign-in, sent again on request`, async ({ page, request, context, database }, {
    project,
  }) => {
    test.slow()
    const person = newPerson(project.name)
    await makeReadyMember(request, person)
    await addSecondStep(request, person, method)
    await context.clock.install()
    await signInPage(page).open()
    await signInPage(page).signIn(person.email, person.password)
    await expectPage(page, 'Second step')
    await expect(page.getByText(sentence)).toBeVisible()
    await expectAccessible(page)
    const sent = (await lastMessage(request, person[to], already + 1)).codes[0] ?? ''

    await expect(page.getByText(/A new code can be sent in/)).toBeVisible()
    await database.run(
      `update one_time_tokens set data = data || jsonb_build_object('sent_at', jsonb_build_array(now() - interval '61 seconds'))
       where purpose = 'mfa' and used_at is null`,
    )
    await context.clock.runFor(61_000)
    await page.getByRole('button', { name: 'Send the code again' }).click()
    await expect(page.getByText('A new code has been sent.')).toBeVisible()
    const again = (await lastMessage(request, person[to], already + 2)).codes[0] ?? ''

    await test.step('the code of before is worth nothing', async () => {
      expect(again).not.toBe(sent)
      await enterCode(page, sent)
      await expect(page.getByText('That code is not right.')).toBeVisible()
    })
    await enterCode(page, again)
    await expectPage(page, 'Activities & Events')
  })
}
