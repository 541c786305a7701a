// @vitest-environment happy-dom
import type { FormQuestion } from '@shiloh/contract/forms/forms'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { createI18n, I18nContext } from '#platform/i18n'
import { idOf, showScreen } from '../../../../test/screen.tsx'
import { QuestionField } from './question-field.tsx'

const question: FormQuestion = {
  _id: idOf(1),
  label: 'Kilometer',
  help: '',
  type: 'number',
  required: true,
  min_value: null,
  max_value: null,
  min_date: null,
  max_date: null,
  visible_when: null,
  participant_type_ids: [],
  rating_scores: [],
  options: [],
}

function Form({ onAnswer }: { onAnswer: (answer: string | number | undefined) => void }) {
  const [value, setValue] = useState<string | number | undefined>(2.5)
  return (
    <I18nContext value={createI18n('de')}>
      <QuestionField
        question={question}
        currency="EUR"
        value={value}
        onAnswer={(answer) => {
          setValue(answer)
          onAnswer(answer)
        }}
      />
    </I18nContext>
  )
}

it('reads a number as the language writes it, and sends what is none as it was typed', async () => {
  const answers: (string | number | undefined)[] = []
  const { user } = await showScreen(
    () => <Form onAnswer={(answer) => answers.push(answer)} />,
    () => {},
  )
  const field: HTMLInputElement = screen.getByLabelText('Kilometer')
  expect(field.value).toBe('2,5')
  for (const [typed, answer] of [
    ['1.250', 1250],
    ['1,25', 1.25],
    ['12 50', '12 50'],
  ] as const) {
    await user.clear(field)
    await user.type(field, typed)
    expect(answers.at(-1)).toBe(answer)
  }
})
