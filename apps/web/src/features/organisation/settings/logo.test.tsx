// @vitest-environment happy-dom
import { organisationRoutes } from '@shiloh/contract/organisation'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { StandingFailure } from '#ui/feedback/failure'
import { showScreen } from '../../../../test/screen.tsx'
import { Logo } from './logo.tsx'

it('says which pictures are allowed when the file is none', async () => {
  const { user } = await showScreen(
    () => (
      <>
        <StandingFailure />
        <Logo url={null} />
      </>
    ),
    (server) =>
      server.refuse(organisationRoutes.setLogo, {
        status: 422,
        code: 'invalid_input',
        message: 'Some details need your attention.',
        errors: [{ field: 'logo', code: 'image', message: 'Please choose a JPEG, PNG or WebP picture.' }],
      }),
  )
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('no field for the file')
  await user.upload(input, new File(['text'], 'note.png', { type: 'image/png' }))
  expect((await screen.findByRole('alert')).textContent).toContain('JPEG, PNG or WebP')
})
