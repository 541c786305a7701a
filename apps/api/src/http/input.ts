import type { Route } from '@shiloh/contract/core'
import type { FieldError } from '@shiloh/contract/errors'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError, fieldErrors, invalid } from '#platform/errors'

interface ValidInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/**
 * Validates the input with the route's schemas. @throws AppError not_found for the path, invalid_input naming every
 * field
 */
export const validate = (
  route: Route,
  request: Pick<FastifyRequest, 'params' | 'query'>,
  rawBody: unknown,
): ValidInput => {
  const problems: FieldError[] = []
  const parse = (schema: z.ZodType, value: unknown): unknown => {
    const result = schema.safeParse(value)
    if (!result.success) problems.push(...fieldErrors(result.error, value))
    return result.data
  }
  const params = parse(route.params, request.params)
  // A path that cannot name anything is not found rather than invalid.
  if (problems.length > 0) throw new AppError('not_found')
  const query = parse(route.query, request.query)
  const body = route.method === 'GET' ? {} : parse(route.body, rawBody)
  if (problems.length > 0) throw invalid(problems)
  return { params, query, body }
}
