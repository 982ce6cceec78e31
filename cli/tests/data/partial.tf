// The bucket of a stage
resource "aws_s3_bucket" "logs" {
  bucket = "${var.region}-${var.stage}-logs" # unique
  count  = var.copies > 1 ? var.copies - 1 : 1

  lifecycle {
    ignore_changes = [region]
  }
}
