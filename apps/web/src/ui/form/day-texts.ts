import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('member/days', {
  day: 'Day',
  month: 'Month',
  year: 'Year',
  date: 'Date',
  time: 'Time',
  choose: 'Choose',
})
