// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createI18n, translator } from '#platform/i18n'
import { texts } from '../public/texts.ts'
import { Speakers } from './event-parts.tsx'

it('draws the initials of the name, whatever the form of address is in the language of the reader', () => {
  const speaker = { _id: 's', role: null, picture_url: null }
  const { container } = render(
    <Speakers
      say={translator(createI18n('en'), texts)}
      speakers={[{ ...speaker, name: 'Frau Deborah Amegashie', own_name: 'Deborah Amegashie' }]}
    />,
  )
  expect(container.querySelector('svg text')?.textContent).toBe('DA')
  expect(container.querySelector('b')?.textContent).toBe('Frau Deborah Amegashie')
})
