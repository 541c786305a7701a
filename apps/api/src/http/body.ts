import multipart from '@fastify/multipart'
import type { Route } from '@shiloh/contract/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, invalid } from '#platform/errors'
import type { Upload } from '#platform/files/files'

declare module 'fastify' {
  interface FastifyRequest {
    /** The exact bytes of a JSON body. */
    rawBody: Buffer
  }
}

/** Maximum size of a JSON body in bytes. */
export const MAX_BODY = 1024 * 1024
/** Limits of a multipart form: bytes per file, files, text fields, and characters per field. */
const FORM_LIMITS = { fileSize: 8 * 1024 * 1024, files: 5, fields: 100, fieldSize: 200_000 }

/** Browsers send a few levels. Deeper input would overflow the stack of recursive functions. */
const MAX_DEPTH = 64
const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

const isTooDeep = (bytes: Buffer): boolean => {
  let depth = 0
  let isText = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (isText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (OPENING.has(byte)) {
      depth += 1
      if (depth > MAX_DEPTH) return true
    } else if (CLOSING.has(byte)) depth -= 1
  }
  return false
}

/** Parses a JSON body. An empty one is the empty object. @throws AppError malformed_request */
export const readJson = (bytes: Buffer): unknown => {
  if (bytes.length === 0) return {}
  // A level takes at least two bytes, so a short body cannot be too deep.
  if (bytes.length > 2 * MAX_DEPTH && isTooDeep(bytes)) throw new AppError('malformed_request')
  try {
    const parsed: unknown = JSON.parse(bytes.toString('utf8'))
    return parsed
  } catch {
    throw new AppError('malformed_request')
  }
}

/** Makes Fastify read forms, and replaces its JSON parser with one that keeps the bytes and limits the depth. */
export const parseBodies = async (app: FastifyInstance): Promise<void> => {
  await app.register(multipart, { limits: FORM_LIMITS })
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes)
    request.rawBody = buffer
    try {
      done(null, readJson(buffer))
    } catch (error) {
      done(error instanceof Error ? error : new AppError('malformed_request'))
    }
  })
}

/** Returns whether the body is a form, on a route that takes files. */
export const isForm = (route: Route, request: Pick<FastifyRequest, 'headers'>): boolean =>
  route.files !== undefined && request.headers['content-type']?.startsWith('multipart/form-data') === true

/**
 * Reads a multipart form: text fields, or JSON in a field `data`. Names like `price[0][amount]` and `a.b` are not
 * expanded.
 */
const readForm = async (request: FastifyRequest, route: Route): Promise<{ body: unknown; files: Upload[] }> => {
  const body: Record<string, unknown> = {}
  const files: Upload[] = []
  try {
    const limits = { ...FORM_LIMITS, ...(route.maxFile !== undefined && { fileSize: route.maxFile }) }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        if (!route.files?.includes(part.fieldname)) throw invalid([{ field: part.fieldname, code: 'unsupported' }])
        const bytes = await part.toBuffer()
        // Browsers send a field without a choice as a file without a name.
        if (bytes.length === 0 && part.filename) throw invalid([{ field: part.fieldname, code: 'empty_file' }])
        if (bytes.length > 0) files.push({ field: part.fieldname, name: part.filename || part.fieldname, bytes })
      } else if (part.fieldname === 'data' && typeof part.value === 'string') {
        const parsed = readJson(Buffer.from(part.value))
        if (typeof parsed === 'object' && parsed !== null) Object.assign(body, parsed)
      } else if (part.fieldname !== '__proto__') {
        body[part.fieldname] = part.value
      }
    }
  } catch (error) {
    // Only the reader runs here, so an error without a status is about a truncated body.
    if (error instanceof AppError || (error instanceof Error && 'statusCode' in error)) throw error
    throw new AppError('malformed_request')
  }
  return { body, files }
}

/**
 * Returns the body of a request: JSON, or a form if the route takes files. Forms are read only now, so that an
 * unauthorised caller uploads nothing.
 * @throws AppError unsupported_media_type, malformed_request, too_large, invalid_input for a file that the route does
 * not take
 */
export const readBody = async (
  route: Route,
  request: FastifyRequest,
): Promise<{ body: unknown; files: readonly Upload[] }> => {
  if (isForm(route, request)) return readForm(request, route)
  const type = request.headers['content-type']
  // A request without a body has no content type.
  if (route.method !== 'GET' && type !== undefined && !/^application\/json\s*(;|$)/i.test(type))
    throw new AppError('unsupported_media_type')
  // `null` is a body, and no object: who sends it does not mean everything.
  return { body: request.body === undefined ? {} : request.body, files: [] }
}
