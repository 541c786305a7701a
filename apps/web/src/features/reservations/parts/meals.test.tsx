// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../../test/screen.tsx'
import { sampleId } from '../reserve/sample.ts'
import { Meals } from './meals.tsx'

const sitting = (n: number, name: string, caterer: string) => ({
  _id: sampleId(n),
  name,
  day: '2027-01-11',
  starts_at: null,
  ends_at: null,
  persons: [{ participant_id: sampleId(90), name: 'Ama Mensah', caterer, eaten_at: null }],
})
const show = (...sittings: ReturnType<typeof sitting>[]) =>
  showScreen(
    () => <Meals meals={{ time_zone: 'Africa/Accra', party: 1, sittings }} />,
    () => {},
  )
const names = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

it('names the only caterer above the meals, and not beside each of them', async () => {
  await show(
    sitting(1, 'Breakfast, Beach Catering', 'Beach Catering'),
    sitting(2, 'Dinner, Beach Catering', 'Beach Catering'),
  )
  expect(screen.getByText('Beach Catering')).toBeDefined()
  expect(names()).toEqual(['Breakfast', 'Dinner'])
})

it('names the caterer beside each meal where there are several', async () => {
  await show(sitting(1, 'Breakfast, Beach Catering', 'Beach Catering'), sitting(2, 'Dinner, Palm Grill', 'Palm Grill'))
  expect(names()).toEqual(['Breakfast, Beach Catering', 'Dinner, Palm Grill'])
})
