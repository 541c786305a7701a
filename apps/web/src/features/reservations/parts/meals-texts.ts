import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('member/reservation-meals', {
  meals: 'Meals',
  only_for: 'For {names}',
  not_ordered: 'Not ordered',
  eaten_at: 'Eaten, {time}',
  eaten_by: 'Eaten by {names}',
})
