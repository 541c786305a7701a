/** The middle of the camera's image. */
export type Picture = ImageBitmap | ImageData

/** A picture on its way to the worker, and what it reads in it. */
export interface ToRead {
  readonly nth: number
  readonly picture: Picture
}
export interface Read {
  readonly nth: number
  readonly text: string | null
  /** The reader could not be loaded, or does not work here. */
  readonly failed: boolean
}
