import { expect, test } from '@playwright/test'

test('the product answers, and the browser is the size of its project', async ({ page, request }, { project }) => {
  const health = await request.get('/api/v1/health')
  expect(health.ok()).toBe(true)
  await page.goto('/')
  expect(page.viewportSize()).toEqual(project.use.viewport)
})
