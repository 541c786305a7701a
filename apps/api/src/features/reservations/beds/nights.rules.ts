import { freeBeds, type Room } from '@shiloh/contract/reservations/bed-rules'

interface Nights {
  readonly check_in: string
  readonly check_out: string
}

/**
 * Returns the first night of somebody in a bed of a room that is free for the nights to come. Who sleeps in the room already was
 * there before tonight, too.
 */
export const firstNightIn = (
  room: Room,
  bed: number,
  place: (Nights & { readonly roomId: string; readonly bed: number }) | null,
  stay: Nights,
  { check_in, check_out }: Nights,
): string => {
  if (place?.roomId !== room.id || place.check_in >= check_in) return check_in
  const since = [place.check_in, stay.check_in].sort()[1] ?? check_in
  const isFree = place.bed === bed || freeBeds(room, { check_in: since, check_out }).includes(bed)
  return isFree ? since : check_in
}
