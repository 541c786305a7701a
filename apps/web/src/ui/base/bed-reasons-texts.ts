import { defineTexts } from '@shiloh/contract/core'

/** Why a room is not possible for somebody, by the reasons of the contract. */
export const texts = defineTexts('staff/bed-reasons', {
  category: 'A different room category from the one reserved.',
  place: 'At this event, the block is not for this room category.',
  maintenance: 'Closed for maintenance on these nights.',
  kept: 'Kept for other titles or designations.',
  floor: 'Somebody needs a room without stairs.',
  too_small: 'Too few beds.',
  full: 'Full on these nights.',
  gender: 'For others: men, women and families each have rooms of their own.',
  child: 'A child would sleep among adults without a guardian.',
  gender_unknown: 'Enter the gender of this person first: rooms are for men, for women or for a family.',
  couple: 'A couple stays together: choose both.',
  apart: 'Somebody sleeps there with whom they must not share a room.',
  unsuitable: 'This room is not suitable for them.',
})
