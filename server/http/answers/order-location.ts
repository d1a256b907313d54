/** Address at which the order of a response can be read. */
export const orderLocation = (body: string): { readonly location: string } => ({
  location: `/api/v381/trading/order/${(JSON.parse(body) as { readonly orderId: string }).orderId}`,
})
