/** What the examples of messages share. Nobody of this name exists. */
export const EXAMPLE = {
  name: 'Isaac',
  full_name: 'Isaac Quartey',
  organisation: 'Shiloh',
  event: 'Ministers & Wives 2027',
  event_slug: 'ministers-wives-2027',
  code: 'MW-7KQ2M4XN',
  id: '000000000000000000000007',
  token: '3xampleT0ken',
  time_zone: 'Africa/Accra',
  currency: 'GHS',
  starts_at: '2027-01-22T14:00:00Z',
  ends_at: '2027-01-27T11:00:00Z',
  due_at: '2027-01-08T23:59:00Z',
  /** Minor units. */
  amount: 120_000,
  room: 'Block A, 401',
} as const
