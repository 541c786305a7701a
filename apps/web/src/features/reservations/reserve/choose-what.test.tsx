// @vitest-environment happy-dom
import { formOnWire } from '@shiloh/contract/forms/forms'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../../test/screen.tsx'
import { useChooseWhat } from './choose-what.ts'
import { sampleId } from './sample.ts'

const question = {
  _id: sampleId(60),
  label: '',
  help: '',
  type: 'radio' as const,
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
const asking = (label: string) =>
  formOnWire({ sections: [{ _id: sampleId(63), title: '', description: '', questions: [{ ...question, label }] }] })

function Sentences() {
  const ofQuestion = useChooseWhat({ form: asking('Which workshop?') })
  const ofLabel = useChooseWhat({ form: asking('Your workshop:') })
  const field = `answers.${question._id}`
  return (
    <>
      <p>{ofQuestion(field)}</p>
      <p>{ofLabel(field)}</p>
    </>
  )
}

it('names a question in its own words, without the colon of a label', async () => {
  await showScreen(Sentences, () => {})
  expect(screen.getByText('Choose an answer to “Which workshop?”.')).toBeTruthy()
  expect(screen.getByText('Choose an answer to “Your workshop”.')).toBeTruthy()
})
