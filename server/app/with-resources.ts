/** Opens components that share their resources. A failure releases what was opened, in reverse; else that is left to them. */
export const withResources = async <T>(open: (resources: AsyncDisposableStack) => Promise<T>): Promise<T> => {
  const resources = new AsyncDisposableStack()
  try {
    return await open(resources)
  } catch (error) {
    await resources.disposeAsync()
    throw error
  }
}
