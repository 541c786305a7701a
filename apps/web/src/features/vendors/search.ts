/** What the addresses of vendors name: the event, and the day that is shown. */
export interface VendorSearch {
  readonly event_id?: string
  readonly day?: string
}

export const withEvent = ({ event_id, day }: Readonly<Record<string, unknown>>): VendorSearch => ({
  ...(typeof event_id === 'string' && event_id && { event_id }),
  ...(typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) && { day }),
})
