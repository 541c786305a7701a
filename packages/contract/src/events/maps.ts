interface Position {
  readonly latitude: number
  readonly longitude: number
}

/** Returns the address of a map at a place. Null: nobody knows where it is. */
export const mapUrl = (position: Position | null, address: string | null): string | null => {
  const query = position ? `${position.latitude},${position.longitude}` : address
  return query === null ? null : `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`
}
